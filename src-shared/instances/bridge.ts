// Instances as the window sees them: the local service and remote deployments of it.
import { z } from 'zod';
import { call, listTopic, valueTopic } from '../bridge/define.ts';
import type { ErrorBody } from '../errors/app-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { sentence } from '../text/message-schema.ts';
import { typedAddress, typedName, typedToken } from '../typed-fields.ts';
import { abilities } from './abilities.ts';

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
export type CertificateView = z.infer<typeof certificateView>;

/** A namespace that is marked: protected, it asks for its name before it is changed; pinned, it stands above the others. */
export const markedNamespace = z.object({ game_id: z.string(), namespace_id: z.string() });

/** What was learnt of an instance when it last answered. It stays known while it does not. */
const known = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().optional(),
  /** When it last answered, and since when it no longer does, in Unix milliseconds. */
  fresh_at: z.int().optional(),
  stale_since: z.int().optional(),
  /** The round trip of a call: the middle of the last ones. */
  latency_ms: z.int().optional(),
  /** How far its clock is ahead of ours, reported only when that is more than half a minute. */
  clock_skew_ms: z.int().optional(),
  /** What it cannot do, each with the sentence that stands in its place. Absent until it was asked. */
  why_not: z.partialRecord(z.enum(abilities), sentence).optional(),
  /** Its servers run on nodes and its token may list them, which only the owner's may. Nodes is in the sidebar only then. */
  has_fleet: z.boolean().optional(),
});

/** The service of this machine. It has no address before it listens. */
const localFacts = known.extend({
  kind: z.literal('local'),
  data_folder: z.string(),
  url: z.string().optional(),
  port: z.int().optional(),
  /** How long the service took from its start until it answered. */
  ready_ms: z.int().optional(),
  free_bytes: z.int().optional(),
  /** Something to know about a service that works: the requested port was taken, say. */
  notice: sentence.optional(),
  /** The last time that it ended by itself, how often it did so lately, and why. It stays when it was started again. */
  crash: z.object({ at: z.int(), count: z.int(), problem: errorBody }).optional(),
});

const remoteFacts = known.extend({
  kind: z.literal('remote'),
  url: z.string(),
  /** The token travels where others can read it. */
  in_the_clear: z.boolean(),
  pinned_fingerprint: z.string().optional(),
  /** Whom its token speaks for, where it tells. */
  token_kind: z.enum(['owner', 'cloud', 'service']).optional(),
  /** The one namespace that its token is for, where it is for one, and what it may not do on the others. */
  token_place: z
    .object({ namespace_id: z.string(), not_elsewhere: z.array(z.enum(abilities)), why: sentence })
    .optional(),
});

/** Where an instance is in its life. `problem` says why it is not connected. */
const life = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }),
  z.object({ state: z.literal('connecting') }),
  z.object({ state: z.literal('connected') }),
  /** It does not answer; it is tried again at `retry_at`, in Unix milliseconds. */
  z.object({ state: z.literal('reconnecting'), problem: errorBody, retry_at: z.int() }),
  /** It answered that it does not let us in, or shows a certificate that is not trusted. */
  z.object({ state: z.literal('refused'), problem: errorBody, certificate: certificateView.optional() }),
  /** A service of ours that ended. Where its folder cannot be used, a fresh one can be. */
  z.object({ state: z.literal('stopped'), problem: errorBody, fresh_folder: z.string().optional() }),
]);
export type InstanceLife = z.infer<typeof life>;
/** The name of a state of an instance. */
export type InstanceState = InstanceLife['state'];

/** What a person marked on an instance. */
const marks = z.object({
  is_read_only: z.boolean(),
  protected_namespaces: z.array(markedNamespace),
  /** In the order in which they were pinned. */
  pinned_namespaces: z.array(markedNamespace).optional(),
});

const instanceFacts = z.discriminatedUnion('kind', [localFacts, remoteFacts]).and(life);
/** An instance as it is by itself, without what a person marked on it. */
export type InstanceFacts = z.infer<typeof instanceFacts>;
/** What is known of Local, in whatever state. */
export type LocalFacts = z.infer<typeof localFacts>;
/** What is known of a remote, in whatever state. */
export type RemoteFacts = z.infer<typeof remoteFacts>;

/** One instance as the window shows it. */
export const instanceView = instanceFacts.and(marks);
export type InstanceView = z.infer<typeof instanceView>;

/** Local as the window shows it. */
export type LocalView = Extract<InstanceView, { kind: 'local' }>;
/** A remote as the window shows it. */
export type RemoteView = Extract<InstanceView, { kind: 'remote' }>;
/** An instance in one of the states. */
export type InstanceIn<S extends InstanceState> = Extract<InstanceView, { state: S }>;

/** Why an instance is not connected, if that is known. */
export function problemOf(instance: InstanceLife): ErrorBody | undefined {
  return 'problem' in instance ? instance.problem : undefined;
}

/** What stays known of a remote over a restart of the app. */
export const lastSeen = remoteFacts
  .pick({ why_not: true, token_kind: true, token_place: true, version: true })
  .extend({ fresh_at: z.int() });
export type LastSeen = z.infer<typeof lastSeen>;

const instance_id = z.object({ instance_id: z.string() });

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
export type AddOutcome = z.infer<typeof addOutcome>;

/** A device link, which waits for somebody to open it. `expires_at` is in Unix milliseconds. */
export const deviceLinkView = z
  .object({ id: z.string(), url: z.string(), link: z.string(), code: z.string(), expires_at: z.int() })
  .and(
    z.discriminatedUnion('state', [
      /** With why it waits longer, if the remote does not answer just now. */
      z.object({ state: z.literal('waiting'), problem: errorBody.optional() }),
      z.object({ state: z.literal('done'), instance_id: z.string() }),
      z.object({ state: z.literal('expired') }),
      z.object({ state: z.literal('failed'), problem: errorBody }),
    ]),
  );
export type DeviceLinkView = z.infer<typeof deviceLinkView>;

/** What came of asking for a device link. */
export const linkOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('waiting'), link: deviceLinkView }),
  ...consents,
]);
export type LinkOutcome = z.infer<typeof linkOutcome>;

/** The same variables for three kinds of shells. They hold the token. */
export const environmentBlocks = z.object({ bash: z.string(), powershell: z.string(), dotenv: z.string() });
export type EnvironmentBlocks = z.infer<typeof environmentBlocks>;

/** What ends with the service of an instance. */
export const runningServers = z.object({ servers: z.int(), players: z.int() });
export type RunningServers = z.infer<typeof runningServers>;

/** Calls about instances. */
export const instanceCalls = {
  /** What another program needs to speak to an instance, to copy: its address and its token, in the clear. */
  'instances.environment': call(
    z.object({ instance_id: z.string(), game_id: z.string().optional(), namespace_id: z.string().optional() }),
    environmentBlocks,
  ),
  /** How many servers live on an instance now, and how many play on them. */
  'instances.running': call(instance_id, runningServers),
  /** Starts the local service again, on the same folder. */
  'instances.restart': call(instance_id, z.void()),
  /** Starts the local service on a new folder beside the one that cannot be used. The old one stays as it is. */
  'instances.useFreshFolder': call(instance_id, z.object({ data_folder: z.string() })),
  /** Lets the person pick another data folder with the shell's picker. Answers null when they closed it. */
  'instances.chooseFolder': call(instance_id, z.object({ data_folder: z.string().nullable() })),
  /** Shows the data folder in the system's file manager. */
  'instances.showFolder': call(instance_id, z.void()),
  /** Looks at a remote with this token, and takes it into the list when it answers. */
  'instances.add': call(remoteAddress.extend({ token: typedToken }), addOutcome),
  /** Asks a remote for a device link and waits for its token; the topic `instances.deviceLinks` shows how it goes. */
  'instances.addByDeviceLink': call(remoteAddress, linkOutcome),
  'instances.cancelDeviceLink': call(z.object({ link_id: z.string() }), z.void()),
  /** Forgets a remote and its token. Nothing changes there. */
  'instances.remove': call(instance_id, z.void()),
  'instances.rename': call(instance_id.extend({ name: typedName }), z.void()),
  /** Gives a remote another token, once that was found good. */
  'instances.setToken': call(instance_id.extend({ token: typedToken }), z.object({ probe: probeView })),
  /** Trusts the certificate with this fingerprint, if the remote shows it now, and no other one. */
  'instances.pinCertificate': call(instance_id.extend({ fingerprint: z.string().max(128) }), z.void()),
  /** Looks at an instance now, and tries again at once if it waits for its next try. */
  'instances.test': call(instance_id, z.object({ probe: probeView })),
  /** While it is read-only, nothing is changed there from here. */
  'instances.setReadOnly': call(instance_id.extend({ is_read_only: z.boolean() }), z.void()),
  'instances.protectNamespace': call(
    instance_id.extend({ ...markedNamespace.shape, is_protected: z.boolean() }),
    z.void(),
  ),
  'instances.pinNamespace': call(instance_id.extend({ ...markedNamespace.shape, is_pinned: z.boolean() }), z.void()),
};

/** Topics about instances. The log is the last lines that the local service wrote. */
export const instanceTopics = {
  instances: listTopic(z.object({}), instanceView),
  'instances.log': valueTopic(instance_id, z.array(z.string())),
  'instances.deviceLinks': listTopic(z.object({}), deviceLinkView),
};
