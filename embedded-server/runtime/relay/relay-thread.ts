// The relay thread of a service. A host has its relay in the thread in which it unpacks.
import { serveThread } from '../../platform/threads/serve-thread.ts';
import type { RelayCalls } from './messages.ts';
import { relayHandlers } from './relay-handlers.ts';

serveThread<RelayCalls>(relayHandlers);
