// Whether callers from elsewhere find the service by its public address.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { systemCode, systemReason } from '../../../src-shared/errors/system-reason.ts';
import { bareHost } from '../../../src-shared/host-address.ts';
import { messageFor } from '../../../src-shared/text/message.ts';
import { slipwayVersion } from '../../../src-shared/version.ts';
import { type Answered, askService } from './ask-service.ts';
import { findingsOf, type HostFinding } from './finding.ts';

const { ok, note, warning } = findingsOf('address');

export type Reached = { findings: HostFinding[]; answered: Answered | undefined };

export async function checkAddress(publicUrl: string | undefined, isRunning: boolean): Promise<Reached> {
  if (publicUrl === undefined) return { findings: [note(messageFor('host.no-public-url'))], answered: undefined };
  const url = publicUrl;
  const name = bareHost(new URL(url).hostname);
  const unknown = isIP(name) === 0 ? await whyUnknown(name) : undefined;
  if (unknown !== undefined) {
    const sentence = messageFor('host.name-unknown', { name, why: unknown });
    return { findings: [warning(sentence, messageFor('host.do-set-name', { name }))], answered: undefined };
  }
  if (!isRunning) return { findings: [note(messageFor('host.address-not-asked', { url }))], answered: undefined };
  try {
    const answered = await askService(url);
    return { findings: [judge(url, answered)], answered };
  } catch (thrown) {
    const sentence = messageFor('host.address-silent', { url, why: systemReason(thrown) });
    return { findings: [warning(sentence, messageFor('host.do-lead-here', { url }))], answered: undefined };
  }
}

async function whyUnknown(name: string): Promise<string | undefined> {
  return await lookup(name).then(
    () => undefined,
    (thrown: unknown) => systemCode(thrown) ?? 'ENOTFOUND',
  );
}

function judge(url: string, { isSlipway, version }: Answered): HostFinding {
  if (!isSlipway)
    return warning(messageFor('host.address-of-other', { url }), messageFor('host.do-lead-here', { url }));
  if (version !== slipwayVersion) {
    const sentence = messageFor('host.address-other-version', { url, version, own: slipwayVersion });
    return warning(sentence, messageFor('host.do-restart'));
  }
  return ok(messageFor('host.address-answers', { url, version }));
}
