# SPDX-License-Identifier: Apache-2.0
"""Programs for the hosts of a test's cluster."""
import socket
import struct
import sys
import time

PORT = 4711


def receive(count):
    """Waits for one sender. Prints the rate in Mbit/s after the first quarter: links may send a burst, and TCP has to
    find the rate."""
    with socket.create_server(("", PORT)) as server:
        connection, _ = server.accept()
        with connection:
            got, begin, before = 0, None, 0
            while got < count:
                piece = len(connection.recv(1 << 20))
                if not piece:
                    sys.exit("the sender has gone")
                got += piece
                if begin is None and got >= count / 4:
                    begin, before = time.perf_counter(), got
            print((got - before) * 8e-6 / (time.perf_counter() - begin))


def send(host, count):
    for _ in range(200):
        try:
            connection = socket.create_connection((host, PORT))
            break
        except ConnectionRefusedError:
            time.sleep(0.02)
    connection.sendall(bytes(count))
    connection.shutdown(socket.SHUT_WR)
    connection.recv(1)


def work(seconds):
    """Prints how many rounds of arithmetic were done in each second, and the processor's part."""
    begin, used = time.perf_counter(), time.process_time()
    rounds = 0
    while time.perf_counter() - begin < seconds:
        value = 0
        for i in range(2000):
            value += i
        rounds += 1
    wall = time.perf_counter() - begin
    print(rounds / wall, (time.process_time() - used) / wall)


def listen(group, patience):
    """Prints how many datagrams of that group arrive until there has been none for a second."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind((group, PORT))
        listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                            socket.inet_aton(group) + struct.pack("=I", 0))
        print("listening", flush=True)
        count = 0
        listener.settimeout(patience)
        while True:
            try:
                listener.recv(100)
            except TimeoutError:
                break
            count += 1
            listener.settimeout(1)
        print(count)


def listen_to_many(groups, at, until):
    """Joins 239.1.3.1 and so on when the clock shows `at`. Prints the number of groups that received something."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("", PORT))
        time.sleep(max(0.0, at - time.monotonic()))
        for group in range(1, groups + 1):
            listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                                socket.inet_aton(f"239.1.3.{group}") + struct.pack("=I", 0))
        heard = set()
        while len(heard) < groups and (left := until - time.monotonic()) > 0:
            listener.settimeout(left)
            try:
                heard.add(listener.recv(100))
            except TimeoutError:
                break
        print(len(heard))


def call_many(groups):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        for group in range(1, groups + 1):
            caller.sendto(str(group).encode(), (f"239.1.3.{group}", PORT))


def call(group, count):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as caller:
        caller.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 4)
        for _ in range(count):
            caller.sendto(b"x", (group, PORT))


if __name__ == "__main__":
    globals()[sys.argv[1]](*(float(w) if "." in w and w.count(".") == 1 else int(w) if w.isdigit() else w
                             for w in sys.argv[2:]))
