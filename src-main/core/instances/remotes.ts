// What a person does with remotes once they are in the list: rename, mark, test, give another token, trust a certificate, remove.
import { AppError } from '../../../src-shared/errors/app-error.ts';
import type { ProbeView } from '../../../src-shared/instances/bridge.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import type { CallRecord } from '../http/transport.ts';
import type { AddOptions } from './add-remote.ts';
import { pin, readToken } from './add-remote.ts';
import type { InstanceService } from './instance-service.ts';
import { probeInstance } from './probe.ts';
import { tokenName } from './remote-instance.ts';
import type { RemoteRecord, RemoteStore } from './remote-store.ts';

export type Remotes = ReturnType<typeof createRemotes>;

export function createRemotes(instances: InstanceService, options: AddOptions) {
  const { store, secrets } = options;
  const recordOf = (id: string) => recordIn(instances, store, id);
  const probe = (record: RemoteRecord, token: string): Promise<ProbeView> => {
    options.onToken(token);
    return probeInstance({
      address: { url: record.url, token },
      trust: { pinned: record.pinned, caFile: options.caFile() },
      onCall: (call: CallRecord) => options.onCall(record.id, call),
    });
  };
  return {
    rename: (id: string, name: string) => {
      store.rename(recordOf(id).id, name);
      instances.refresh(id);
    },
    remove: async (id: string) => {
      const record = recordOf(id);
      await instances.forget(record.id);
      await secrets.remove(tokenName(record.id));
    },
    setToken: async (id: string, text: string): Promise<ProbeView> => {
      const record = recordOf(id);
      const token = readToken(text);
      const found = await probe(record, token);
      await secrets.set(tokenName(id), token);
      await instances.restart(id);
      return found;
    },
    pinCertificate: async (id: string, fingerprint: string) => {
      const record = recordOf(id);
      await instances.openRemote({ ...record, pinned: await pin(record.url, fingerprint) });
    },
    test: async (id: string): Promise<ProbeView> => {
      if (instances.find(id).view().kind === 'local') return await testLocal(instances, id);
      const record = recordOf(id);
      const token = await secrets.get(tokenName(id));
      if (token === undefined) throw new AppError('TOKEN_MISSING');
      try {
        return await probe(record, token);
      } finally {
        instances.find(id).wake();
      }
    },
  };
}

function recordIn(instances: InstanceService, store: RemoteStore, id: string): RemoteRecord {
  const record = store.list().find((known) => known.id === id);
  if (record !== undefined) return record;
  instances.find(id); // says so when there is none at all
  throw new AppError('INSTANCE_NOT_FOUND', 'instance.local-is-no-remote');
}

async function testLocal(instances: InstanceService, id: string): Promise<ProbeView> {
  const startedAt = performance.now();
  const { version } = await instances.find(id).client().getHealth({});
  const latency = Math.round(performance.now() - startedAt);
  return { sentence: messageFor('probe.local-answers', { latency }), latency_ms: latency, version, why_not: {} };
}
