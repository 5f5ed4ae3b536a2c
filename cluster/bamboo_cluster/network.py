# SPDX-License-Identifier: Apache-2.0
"""The cables and switches: bridges, pairs of virtual devices, and the shaping of what they carry.

The emulated wire must not eat the processor that it is to spare. Frames of 9000 bytes and large
bursts make it cheap; both ends of every cable are shaped, so that a switch drops what does not fit.
"""
import pathlib
import subprocess

from .failure import Failure

# Switches flood until they have asked who listens and waited for answers: one second instead of ten.
_ANSWER_WITHIN = "mcast_query_response_interval 100"
# In IGMPv2 a host that hears another one's report suppresses its own. While the switches flood, all
# hosts hear all reports. When the switches stop flooding, hosts that joined together would be
# unknown until the next query: 31 seconds.
_EACH_HOST_REPORTS_ITSELF = "mcast_igmp_version 3"
_ALWAYS_A_MULTICAST_ROUTER = 2


def _batch(tool, commands, namespace=None):
    if not commands:
        return
    entered = [] if namespace is None else ["nsenter", f"--net={namespace}"]
    done = subprocess.run([*entered, tool, "-batch", "-"], input="\n".join(commands) + "\n",
                          text=True, capture_output=True)
    if done.returncode:
        raise Failure(f"{tool}: {done.stderr.strip() or done.stdout.strip()}")


def _shape(device, link):
    if link.rate == 0:
        return []
    return [f"qdisc add dev {device} root tbf rate {link.rate}mbit burst {link.burst} limit {link.queue}"]


def build(topology, mtu, namespace_of):
    """All switches are in this network namespace; namespace_of(host name) is a file."""
    links, shapes = ["link set lo up"], []
    for switch in topology.switches:
        links += [f"link add {switch} type bridge {_ANSWER_WITHIN} {_EACH_HOST_REPORTS_ITSELF}",
                  f"link set {switch} type bridge mcast_snooping 1 mcast_querier 1",  # time runs from here
                  f"link set {switch} mtu {mtu} up"]
    for trunk in topology.trunks:
        left, right = trunk.ports
        links.append(f"link add {left} mtu {mtu} type veth peer name {right} mtu {mtu}")
        for port, switch in zip(trunk.ports, trunk.switches):
            # The reports of groups that a switch hears must reach the next one, also those without
            # a querier.
            links += [f"link set {port} master {switch} up",
                      f"link set {port} type bridge_slave mcast_router {_ALWAYS_A_MULTICAST_ROUTER}"]
            shapes += _shape(port, trunk.link)
    for host in topology.hosts:
        links += [f"link add {host.port} mtu {mtu} type veth peer name eth0 mtu {mtu} "
                  f"netns {namespace_of(host.name)}",
                  f"link set {host.port} master {host.switch} up"]
        shapes += _shape(host.port, host.downward)
    _batch("ip", links)
    _batch("tc", shapes)
    for host in topology.hosts:
        _batch("ip", ["link set lo up", f"address add {host.address}/16 dev eth0", "link set eth0 up",
                      "route add 224.0.0.0/4 dev eth0"], namespace_of(host.name))
        _batch("tc", _shape("eth0", host.upward), namespace_of(host.name))


def without_ipv6():
    """Turns off IPv6 in the caller's network namespace, because it sends packets of its own.
    Some machines do not allow it."""
    for where in ("all", "default"):
        try:
            pathlib.Path(f"/proc/sys/net/ipv6/conf/{where}/disable_ipv6").write_text("1")
        except OSError:
            pass


def names_of_hosts(topology):
    """Returns lines for /etc/hosts."""
    return "".join(f"{host.address}\t{host.name}\n" for host in topology.hosts)
