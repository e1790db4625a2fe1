"""A guild's tally: players send a name over TCP or UDP, and hear how often it was counted. Nothing in it knows of Slipway but the
environment: the address and the port to listen on. Typed into its console: tally, quit."""

import json
import os
import signal
import socketserver
import sys
import threading

HOST = os.environ.get("SLIPWAY_HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "7779"))
FILE = os.path.join("scores", "tally.json")
LONGEST_NAME = 32

lock = threading.Lock()
stopping = threading.Event()


def read_scores():
    try:
        with open(FILE, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


scores = read_scores()


def say(text):
    print(text, flush=True)


def save():
    with lock:
        with open(FILE + ".new", "w", encoding="utf-8") as file:
            json.dump(scores, file)
        os.replace(FILE + ".new", FILE)


def count(line):
    name = line.decode("utf-8", "replace").strip()[:LONGEST_NAME]
    if not name:
        return b"send a name\n"
    with lock:
        scores[name] = scores.get(name, 0) + 1
        return f"{name} {scores[name]}\n".encode()


class OverTcp(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            self.wfile.write(count(line))


class OverUdp(socketserver.DatagramRequestHandler):
    def handle(self):
        self.wfile.write(count(self.rfile.read()))


class TcpServer(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


def listen_to_console():
    for line in sys.stdin:
        word = line.strip()
        if word == "quit":
            stopping.set()
        elif word == "tally":
            say(json.dumps(scores, sort_keys=True))
        elif word:
            say("type tally or quit")


def main():
    servers = [TcpServer((HOST, PORT), OverTcp), socketserver.UDPServer((HOST, PORT), OverUdp)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Thread(target=listen_to_console, daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    signal.signal(signal.SIGINT, lambda *_: stopping.set())
    say(f"counts on {HOST}:{PORT}, {len(scores)} names are known")
    stopping.wait()
    for server in servers:
        server.shutdown()
    save()
    say(f"saved {len(scores)} names")


main()
