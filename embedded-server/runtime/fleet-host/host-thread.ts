// The one thread in which a host unpacks and examines its build, and then carries what its players send: there is a single server, and
// each thread costs a host more than the little that is done in it before that runs.
import type { UnpackCalls } from '../../files/archives/unpack-calls.ts';
import { unpackHandlers } from '../../files/archives/unpack-handlers.ts';
import type { DoctorCalls } from '../../files/doctor/doctor-calls.ts';
import { doctorHandlers } from '../../files/doctor/doctor-handlers.ts';
import { serveThread } from '../../platform/threads/serve-thread.ts';
import type { RelayCalls } from '../relay/messages.ts';
import { relayHandlers } from '../relay/relay-handlers.ts';

serveThread<UnpackCalls & DoctorCalls & RelayCalls>({ ...unpackHandlers, ...doctorHandlers, ...relayHandlers });
