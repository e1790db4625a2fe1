// The thread for unpacked builds.
import { serveThread } from '../../platform/threads/serve-thread.ts';
import { unpackHandlers } from './unpack-handlers.ts';

serveThread(unpackHandlers);
