// The doctor's thread.
import { serveThread } from '../../platform/threads/serve-thread.ts';
import { doctorHandlers } from './doctor-handlers.ts';

serveThread(doctorHandlers);
