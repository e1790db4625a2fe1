// Instances as the window sees them: the local service and remote deployments of it.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import { errorBody } from '../errors/error-body.ts';
import { sentence } from '../text/message-schema.ts';
import { typedAddress, typedName, typedToken } from '../typed.ts';
import { abilities } from './abilities.ts';

/** Where an instance is in its life. `stopped` is a service of ours that ended; `reconnecting` one that does not answer. */
export const instanceState = z.enum(['starting', 'connecting', 'connected', 'reconnecting', 'refused', 'stopped']);
/** See `instanceState`. */
export type InstanceState = z.infer<typeof instanceState>;

/** What a person can do about a stopped service. */
export const instanceRemedy = z.enum(['restart', 'fresh_folder']);

/** A certificate that no authority vouches for, to be compared by a person with what the other side says. */
export const certificateView = z.object({
  /** SHA-256, in pairs of hex digits. */
  fingerprint: z.string(),
  subject: z.string(),
  issuer: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  names: z.string(),
  self_signed: z.boolean(),
});
/** See `certificateView`. */
export type CertificateView = z.infer<typeof certificateView>;

/** A namespace that asks for its name before it is changed. */
export const protectedNamespace = z.object({ game_id: z.string(), namespace_id: z.string() });
/** See `protectedNamespace`. */
export type ProtectedNamespace = z.infer<typeof protectedNamespace>;

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
  /** The last time that Local ended by itself, how often it did so lately, and why. It stays when it was started again. */
  crash: z.object({ at: z.int(), count: z.int(), problem: errorBody }).optional(),
  remedies: z.array(instanceRemedy).optional(),
  /** Until the next try to reach it, as a time in Unix milliseconds. */
  retry_at: z.int().optional(),
  /** How long the service took from its start until it answered. */
  ready_ms: z.int().optional(),
  version: z.string().optional(),
  data_folder: z.string().optional(),
  fresh_folder: z.string().optional(),
  free_bytes: z.int().optional(),
  /** When it last answered, and since when it no longer does, in Unix milliseconds. */
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  /** The round trip of a call: the middle of the last ones. */
  latency_ms: z.int().optional(),
  /** How far its clock is ahead of ours, told only when that is more than half a minute. */
  clock_skew_ms: z.int().optional(),
  /** What it cannot do, each with the sentence that stands in its place. Absent until it was asked. */
  why_not: z.partialRecord(z.enum(abilities), sentence).optional(),
  /** Whom its token speaks for, where it tells. */
  token_kind: z.enum(['owner', 'cloud', 'service']).optional(),
  /** The certificate it shows, while that one is not trusted. */
  certificate: certificateView.optional(),
  pinned_fingerprint: z.string().optional(),
  in_the_clear: z.boolean().optional(),
  is_read_only: z.boolean().optional(),
  protected_namespaces: z.array(protectedNamespace).optional(),
});
/** See `instanceView`. */
export type InstanceView = z.infer<typeof instanceView>;

const instanceId = z.object({ instance_id: z.string() });

/** Where a remote is, and what a person agreed to about the way there. */
const remoteAddress = z.object({
  url: typedAddress,
  name: typedName.optional(),
  /** The fingerprint of a certificate that the person agreed to. */
  trust_fingerprint: z.string().max(128).optional(),
  /** The person agreed that the token travels where others can read it. */
  allow_in_the_clear: z.boolean().optional(),
});

/** What a look at an instance found, in one sentence and in its parts. */
export const probeView = z.object({
  sentence,
  latency_ms: z.int(),
  version: z.string().optional(),
  clock_skew_ms: z.int().optional(),
  token_kind: z.enum(['owner', 'cloud', 'service']).optional(),
  why_not: z.partialRecord(z.enum(abilities), sentence),
});
/** See `probeView`. */
export type ProbeView = z.infer<typeof probeView>;

/** What a person may have to agree to before a token goes to a remote. */
const consents = [
  z.object({ outcome: z.literal('certificate'), sentence, certificate: certificateView }),
  z.object({ outcome: z.literal('in_the_clear'), sentence }),
] as const;

/** What came of adding a remote: it is there, or a person has to agree to something first. */
export const addOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('added'), instance_id: z.string(), probe: probeView }),
  ...consents,
]);
/** See `addOutcome`. */
export type AddOutcome = z.infer<typeof addOutcome>;

/** A device link that waits for somebody to open it. `expires_at` is in Unix milliseconds. */
export const deviceLinkView = z.object({
  id: z.string(),
  url: z.string(),
  link: z.string(),
  code: z.string(),
  expires_at: z.int(),
  state: z.enum(['waiting', 'done', 'expired', 'failed']),
  /** Why it waits longer, or failed. */
  problem: errorBody.optional(),
  instance_id: z.string().optional(),
});
/** See `deviceLinkView`. */
export type DeviceLinkView = z.infer<typeof deviceLinkView>;

/** What came of asking for a device link. */
export const linkOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('waiting'), link: deviceLinkView }),
  ...consents,
]);
/** See `linkOutcome`. */
export type LinkOutcome = z.infer<typeof linkOutcome>;

/** The same variables for three kinds of shells. They hold the token. */
export const environmentBlocks = z.object({ bash: z.string(), powershell: z.string(), dotenv: z.string() });
/** See `environmentBlocks`. */
export type EnvironmentBlocks = z.infer<typeof environmentBlocks>;

/** Calls about instances. */
export const instanceCalls = {
  /** What another program needs to speak to an instance, to copy: its address and its token, in the clear. */
  'instances.environment': call(
    z.object({ instance_id: z.string(), game_id: z.string().optional(), namespace_id: z.string().optional() }),
    environmentBlocks,
  ),
  /** Starts the local service again, on the same folder. */
  'instances.restart': call(instanceId, z.void()),
  /** Starts the local service on a new folder beside the one that cannot be used. The old one stays as it is. */
  'instances.useFreshFolder': call(instanceId, z.object({ data_folder: z.string() })),
  /** Lets the person pick another data folder with the shell's picker. Answers null when they closed it. */
  'instances.chooseFolder': call(instanceId, z.object({ data_folder: z.string().nullable() })),
  /** Shows the data folder in the system's file manager. */
  'instances.showFolder': call(instanceId, z.void()),
  /** Looks at a remote with this token, and takes it into the list when it answers. */
  'instances.add': call(remoteAddress.extend({ token: typedToken }), addOutcome),
  /** Asks a remote for a device link and waits for its token; the topic `instances.deviceLinks` shows how it goes. */
  'instances.addByDeviceLink': call(remoteAddress, linkOutcome),
  'instances.cancelDeviceLink': call(z.object({ link_id: z.string() }), z.void()),
  /** Forgets a remote and its token. Nothing changes there. */
  'instances.remove': call(instanceId, z.void()),
  'instances.rename': call(instanceId.extend({ name: typedName }), z.void()),
  /** Gives a remote another token, once that was found good. */
  'instances.setToken': call(instanceId.extend({ token: typedToken }), z.object({ probe: probeView })),
  /** Trusts the certificate with this fingerprint, if the remote shows it now, and no other one. */
  'instances.pinCertificate': call(instanceId.extend({ fingerprint: z.string().max(128) }), z.void()),
  /** Looks at an instance now, and tries again at once if it waits for its next try. */
  'instances.test': call(instanceId, z.object({ probe: probeView })),
  /** While it is read-only, nothing is changed there from here. */
  'instances.setReadOnly': call(instanceId.extend({ is_read_only: z.boolean() }), z.void()),
  'instances.protectNamespace': call(
    instanceId.extend({ ...protectedNamespace.shape, is_protected: z.boolean() }),
    z.void(),
  ),
};

/** Topics about instances. The log is the last lines that the local service wrote. */
export const instanceTopics = {
  instances: listTopic(z.object({}), instanceView),
  'instances.log': valueTopic(instanceId, z.array(z.string())),
  'instances.deviceLinks': listTopic(z.object({}), deviceLinkView),
};
