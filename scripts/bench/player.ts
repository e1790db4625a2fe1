// Somebody who comes to a server of the sample game: asks for its page, and is answered or not.
import net from 'node:net';

const LONGEST_MS = 5000;

/** Not where the connection is refused, ends without an answer, or says nothing for long. */
export function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    socket.setTimeout(LONGEST_MS, () => socket.destroy());
    socket.once('data', (data) => {
      resolve(data.toString('latin1').startsWith('HTTP/1.1 200'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
  });
}
