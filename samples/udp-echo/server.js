// Answers every UDP packet with itself. node server.js [--port N] [--host ADDRESS]; else PORT_ECHO or PORT; else 7778.
import { createSocket } from 'node:dgram';
import { parseArgs } from 'node:util';

const COUNT_EVERY_MS = 10_000;

const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string', default: '127.0.0.1' } } });
const port = Number(values.port ?? process.env.PORT_ECHO ?? process.env.PORT ?? 7778);

const socket = createSocket('udp4');
let packets = 0;

socket.on('message', (packet, { port: from, address }) => {
  packets += 1;
  // A packet that cannot go back is lost, as packets are.
  socket.send(packet, from, address, (error) => {
    if (error !== null) console.error(`could not answer ${address}:${from}: ${error.message}`);
  });
});
socket.on('error', (error) => {
  console.error(`cannot listen on ${values.host}:${port}: ${error.message}`);
  process.exit(1);
});
socket.bind(port, values.host, () => console.log(`echoes on udp://${values.host}:${socket.address().port}`));

const counting = setInterval(() => {
  if (packets > 0) console.log(`${packets} packets`);
  packets = 0;
}, COUNT_EVERY_MS);

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    clearInterval(counting);
    socket.close(() => console.log('closed'));
  });
}
