// Runs itself again, as a command of a checkout does on a Node that is too old, and stays until it is asked to end.
import { endWithOuter, runInPlace } from '../../../../scripts/setup/pinned-node.mjs';

const isInner = process.env['SLIPWAY_RUNS_IN_PLACE'] !== undefined;
endWithOuter();
if (isInner && process.argv[2] === 'ends') {
  console.log('at its own end');
} else if (isInner) {
  const stay = setInterval(() => {}, 1000);
  process.once('SIGTERM', () => {
    clearInterval(stay);
    console.log('ends in good order');
  });
  console.log(process.pid);
} else {
  const { code, signal } = await runInPlace(process.execPath);
  console.log(JSON.stringify({ code, signal }));
}
