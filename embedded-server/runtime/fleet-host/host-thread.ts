// The one thread in which a host unpacks and examines its build: each thread costs a host more than the little that is done in it.
import type { UnpackCalls } from '../../files/archives/unpack-calls.ts';
import { unpackHandlers } from '../../files/archives/unpack-handlers.ts';
import type { DoctorCalls } from '../../files/doctor/doctor-calls.ts';
import { doctorHandlers } from '../../files/doctor/doctor-handlers.ts';
import { serveThread } from '../../platform/threads/serve-thread.ts';

serveThread<UnpackCalls & DoctorCalls>({ ...unpackHandlers, ...doctorHandlers });
