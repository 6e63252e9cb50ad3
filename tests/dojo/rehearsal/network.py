"""The network of a pair: a TCP proxy before the room, which can be cut and mended."""

import socket
from contextlib import suppress
from threading import Thread
from typing import Literal

from tests.dojo.room.rooms import free_port

HOST = "127.0.0.1"
CHUNK = 65536
Way = Literal["open", "refuse", "swallow"]


class Network:
    """A proxy for one pair.

    While it is cut, it either refuses connections, or accepts them and swallows all that is sent.
    """

    def __init__(self, server_port: int) -> None:
        """Listen at a free port."""
        self.server_port = server_port
        self.port = free_port()
        self.way: Way = "open"
        self.sockets: set[socket.socket] = set()
        self.listener = self._listen()

    def cut(self, way: Way) -> None:
        self.way = way
        if way == "refuse":
            _end(self.listener)
            self._end_connections()

    def mend(self) -> None:
        """Let everything through again.

        Connections from before are reset, as by a router that has forgotten them.
        """
        was_closed = self.way == "refuse"
        self.way = "open"
        self._end_connections()
        if was_closed:
            self.listener = self._listen()

    def _listen(self) -> socket.socket:
        listener = socket.create_server((HOST, self.port))
        Thread(target=self._accept, args=[listener], daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        self.sockets.add(client)
        if self.way != "open":
            return
        server = socket.create_connection((HOST, self.server_port))
        self.sockets.add(server)
        there = Thread(target=self._pass_on, args=[client, server], daemon=True)
        there.start()
        self._pass_on(server, client)
        there.join()
        if self.way == "open":
            for each in (client, server):
                self.sockets.discard(each)
                _end(each)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if self.way == "open":
                    target.sendall(data)
            if self.way == "open":
                target.shutdown(socket.SHUT_WR)

    def _end_connections(self) -> None:
        for each in list(self.sockets):
            self.sockets.discard(each)
            _end(each)


def _end(end: socket.socket) -> None:
    """Close a socket, and wake the thread that waits for it."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
