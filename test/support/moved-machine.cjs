// Preloaded into a process of a test: at SIGUSR2 the machine has slept for an hour, or is on another network, as MACHINE says.
const os = require('node:os');
const { syncBuiltinESMExports } = require('node:module');
const { isMainThread } = require('node:worker_threads');

let address = '192.0.2.1';

if (isMainThread) {
  // Those who keep the function that they were given see its clock turned as well.
  const real = Date.now;
  let ahead = 0;
  Date.now = () => real() + ahead;
  const card = { netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null, internal: false };
  os.networkInterfaces = () => ({ eth0: [{ ...card, family: 'IPv4', address }] });
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => {
    if (process.env.MACHINE === 'sleeps') ahead += 3_600_000;
    else address = '192.0.2.2';
  });
}
