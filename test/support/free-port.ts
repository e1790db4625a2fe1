// A port that nobody has, for what has to be told it before it listens. The system would hand out such a one to the next who asks for
// any; these are below those, and each test process that runs beside others takes them from a thousand of its own.
import { createPortPool } from '../../embedded-server/runtime/server-runs/port-pool.ts';

const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
const thousand =
  VITEST_POOL_ID === undefined ? 18 + (Number(TEST_PARALLEL_INDEX ?? 0) % 2) : 10 + (Number(VITEST_POOL_ID) % 8);
const pool = createPortPool({ from: thousand * 1_000, to: thousand * 1_000 + 999 });

/** Free for TCP and UDP both, and not handed out twice by this process. */
export async function freePort(): Promise<number> {
  return await pool.take();
}
