// Instances as the window sees them: the local service and remote deployments of it.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/app-error.ts';

/** Where an instance is in its life. `stopped` is a service of ours that ended; `reconnecting` one that does not answer. */
export const instanceState = z.enum(['starting', 'connecting', 'connected', 'reconnecting', 'refused', 'stopped']);
/** See `instanceState`. */
export type InstanceState = z.infer<typeof instanceState>;

/** What a person can do about a stopped service. */
export const instanceRemedy = z.enum(['restart', 'fresh_folder']);

/** One instance. `problem` says why it is not connected, in a sentence. */
export const instanceView = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['local', 'remote']),
  state: instanceState,
  url: z.string().optional(),
  port: z.int().optional(),
  /** Something to know about an instance that works: the wished port was taken, say. */
  notice: z.string().optional(),
  problem: errorBody.optional(),
  remedies: z.array(instanceRemedy).optional(),
  /** Until the next try to reach it, as a time in Unix milliseconds. */
  retry_at: z.int().optional(),
  /** How long the service took from its start until it answered. */
  ready_ms: z.int().optional(),
  version: z.string().optional(),
  data_folder: z.string().optional(),
  fresh_folder: z.string().optional(),
  free_bytes: z.int().optional(),
});
/** See `instanceView`. */
export type InstanceView = z.infer<typeof instanceView>;

const instanceId = z.object({ instance_id: z.string() });

/** Calls about instances. */
export const instanceCalls = {
  /** Starts the local service again, on the same folder. */
  'instances.restart': call(instanceId, z.object({})),
  /** Starts the local service on a new folder beside the one that can not be used. The old one stays as it is. */
  'instances.useFreshFolder': call(instanceId, z.object({ data_folder: z.string() })),
  /** Lets the person pick another data folder with the shell's picker. Answers null when they closed it. */
  'instances.chooseFolder': call(instanceId, z.object({ data_folder: z.string().nullable() })),
  /** Shows the data folder in the system's file manager. */
  'instances.showFolder': call(instanceId, z.object({})),
};

/** Topics about instances. The log is the last lines that the local service wrote. */
export const instanceTopics = {
  instances: listTopic(z.object({}), instanceView),
  'instances.log': valueTopic(instanceId, z.array(z.string())),
};
