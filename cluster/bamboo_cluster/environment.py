# SPDX-License-Identifier: Apache-2.0
"""What a command on a cluster finds in its environment: Open MPI and MPICH then use it by themselves."""
import os

PRELOADED = "mpich-finalize.so"


def of(cluster, scratch):
    """`scratch`: a folder that goes away with the command."""
    settings = cluster.settings()
    agent = str(cluster.agent)
    return {
        **_preloaded(cluster),
        "CLUSTER_NAME": cluster.name,
        "CLUSTER_HOSTS": ",".join(f"{host}:1" for host in settings.host_names()),
        "CLUSTER_AGENT": agent,
        # Open MPI
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_plm_rsh_agent": agent,
        "OMPI_MCA_orte_default_hostfile": str(cluster.file("hosts.openmpi")),
        "OMPI_MCA_pml": "ob1",
        "OMPI_MCA_btl": "tcp,self",
        "OMPI_MCA_btl_tcp_if_include": "eth0",
        "OMPI_MCA_oob_tcp_if_include": "eth0",
        "OMPI_MCA_hwloc_base_binding_policy": "none",  # the agent has bound them already
        # Its launcher from 5.0 on
        "PRTE_ALLOW_RUN_AS_ROOT": "1",
        "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "PRTE_MCA_plm_ssh_agent": agent,
        "PRTE_MCA_prte_default_hostfile": str(cluster.file("hosts.openmpi")),
        # Two runs on hosts of the same names would take each other's files for their own.
        "OMPI_MCA_orte_tmpdir_base": str(scratch),
        # MPICH, and UCX below it
        "HYDRA_LAUNCHER": "ssh",
        "HYDRA_LAUNCHER_EXEC": agent,
        "HYDRA_HOST_FILE": str(cluster.file("hosts.mpich")),
        "HYDRA_IFACE": "eth0",
        "UCX_TLS": "tcp,self",
        "UCX_NET_DEVICES": "eth0",
    }


def _preloaded(cluster):
    """MPICH's MPI_Finalize often never ends where UCX has TCP only; see mpich_finalize.c."""
    helper = cluster.file(PRELOADED)
    if not helper.exists():
        return {}
    return {"LD_PRELOAD": " ".join(filter(None, [str(helper), os.environ.get("LD_PRELOAD")]))}


def write_host_files(cluster):
    """One process a host, until the user says otherwise."""
    names = cluster.settings().host_names()
    cluster.file("hosts.openmpi").write_text("".join(f"{name} slots=1\n" for name in names))
    cluster.file("hosts.mpich").write_text("".join(f"{name}:1\n" for name in names))
