# SPDX-License-Identifier: Apache-2.0
"""functions.txt as objects: which MPI functions there are, with the C types of their arguments."""
import dataclasses
import enum
import pathlib

ROWS = pathlib.Path(__file__).with_name("functions.txt")


class Kind(enum.Enum):
    PLANNED = "planned"
    BLOCKS = "blocks"
    MAKES = "makes"
    PROGRESSES = "progresses"


@dataclasses.dataclass(frozen=True)
class Type:
    """A C type: 'const int' and '[]' declare 'const int counts[]'."""
    before: str
    after: str = ""
    large: str = ""  # instead of `before` in forms with large counts

    def declare(self, name, large=False):
        return f"{self._before(large)} {name}{self.after}"

    def member(self, name, large=False):
        """The declaration of a member: an array is a pointer there."""
        return f"{self._before(large)}{'*' * bool(self.after)} {name}"

    def _before(self, large):
        return self.large if large and self.large else self.before


def _types():
    of = {}

    def add(type_, names):
        of.update(dict.fromkeys(names.split(), type_))

    add(Type("const void*"), "sendbuf message")
    add(Type("void*"), "recvbuf buffer buf base")
    add(Type("int", large="MPI_Count"), "count sendcount recvcount")
    add(Type("const int", "[]", large="const MPI_Count"), "sendcounts recvcounts")
    add(Type("const int", "[]", large="const MPI_Aint"), "displs sdispls rdispls")
    add(Type("const MPI_Aint", "[]"), "sbytes rbytes")
    add(Type("const MPI_Count", "[]"), "pattern")
    add(Type("MPI_Datatype"), "datatype sendtype recvtype etype filetype")
    add(Type("const MPI_Datatype", "[]"), "sendtypes recvtypes")
    add(Type("MPI_Op"), "op")
    add(Type("MPI_Comm"), "comm peer_comm")
    add(Type("MPI_Comm*"), "newcomm closed_comm")
    add(Type("MPI_Group"), "group local_group remote_group")
    add(Type("MPI_Info"), "info")
    add(Type("const MPI_Info", "[]"), "infos")
    add(Type("MPI_Win"), "win")
    add(Type("MPI_Win*"), "newwin closed_win")
    add(Type("MPI_File"), "file")
    add(Type("MPI_File*"), "newfile closed_file")
    add(Type("MPI_Session*"), "closed_session")
    add(Type("MPI_Errhandler"), "errhandler")
    add(Type("MPI_Message*"), "matched")
    add(Type("MPI_Request"), "finished_request")
    add(Type("MPI_Request*"), "started_request request")
    add(Type("MPI_Request", "[]"), "started_requests")
    add(Type("MPI_Status*"), "status")
    add(Type("MPI_Status", "[]"), "statuses")
    add(Type("MPI_Offset"), "offset")
    add(Type("MPI_Aint"), "bytes")
    add(Type("int", large="MPI_Aint"), "disp_unit")
    add(Type("int*", large="MPI_Count*"), "detached_size")
    add(Type("int*"), "flag index_found number_found")
    add(Type("int", "[]"), "errcodes indices")
    add(Type("const char*"), "port_name filename datarep stringtag command")
    add(Type("char*", "[]"), "argv commands")
    add(Type("char**", "[]"), "argvs")
    add(Type("const int", "[]"),
        "dims periods remain_dims index edges sources degrees destinations weights sourceweights "
        "destweights all_maxprocs")
    add(Type("int"),
        "root dest source tag sendtag recvtag rank color key split_type high reorder ndims nnodes "
        "n indegree outdegree fd maxprocs local_leader remote_leader assertion lock_type amode "
        "atomic whence partition")
    return of


TYPES = _types()
# Functions whose blocks are served by a more general one, in bytes.
SERVED_AS = {"Alltoallw": "Alltoallv", "Neighbor_allgather": "NeighborAllgatherv",
             "Neighbor_alltoall": "NeighborAlltoallv", "Neighbor_alltoallw": "NeighborAlltoallv"}
# Their lengths come behind all other arguments of a Fortran procedure.
STRINGS = {"port_name", "filename", "datarep"}


@dataclasses.dataclass(frozen=True)
class Function:
    kind: Kind
    name: str        # without "MPI_"
    arguments: list
    c_forms: str     # letters, as functions.txt explains them
    fortran_forms: str

    @property
    def operation(self):
        """The Operation of a planned function: ReduceScatter."""
        if self.name in SERVED_AS:
            return SERVED_AS[self.name]
        return "".join(part.capitalize() for part in self.name.split("_"))

    @property
    def buffers(self):
        return [name for name in self.arguments if name.endswith(("buf", "buffer"))]

    @property
    def controls(self):
        """Names and arguments of the control parts: all arguments but the buffers."""
        known = [name for name in self.arguments if name not in self.buffers]
        if "k" in self.c_forms:
            return [(f"{self.name}_control", known)]
        if "l" in self.c_forms:
            return [(f"{self.name}_control1", known),
                    (f"{self.name}_control2", [*known[:-1], "pattern", known[-1]])]
        return []

    def parameters(self, more=(), large=False):
        names = [*self.arguments, *more]
        return ", ".join(TYPES[name].declare(name, large) for name in names)

    def passed(self, more=()):
        return ", ".join([*self.arguments, *more])


def _rows(text):
    """Line numbers and words; a line that begins with a space goes on with the row before."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if line.startswith(" "):
            rows[-1][1].extend(words)
        elif words:
            rows.append((number, words))
    return rows


def read(text):
    functions = []
    for number, (kind, name, *arguments, c_forms, fortran_forms) in _rows(text):
        unknown = [argument for argument in arguments if argument not in TYPES]
        if unknown:
            raise ValueError(f"functions.txt:{number}: error: no type for {', '.join(unknown)}; "
                             "add it to table.py")
        functions.append(Function(Kind(kind), name, arguments, c_forms.strip("-"),
                                  fortran_forms.strip("-")))
    return functions
