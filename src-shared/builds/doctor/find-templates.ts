// Finds what is wrong with the files that slipway.json has filled in at each start: a server with one of these does not start.
import { MOST_TEMPLATE_BYTES, plainBuildPath } from '../../service/build-paths.ts';
import { size } from '../../size-text.ts';
import { type Message, messageFor } from '../../text/message.ts';
import type { FindingRule } from './case.ts';
import type { IndexedBuild } from './indexed.ts';

/** A template is not there, is no file, or is too large. Whether it is a text is seen when a server starts. */
export const unfitTemplate: FindingRule = {
  code: 'unfit_template',
  find: ({ build, manifest: { manifest } }) =>
    (manifest?.templates ?? []).map(plainBuildPath).flatMap((file) => {
      const why = whyUnfit(build, file);
      if (why === undefined) return [];
      return [
        {
          severity: 'block',
          path: build.root + file,
          sentence: messageFor('template.unfit', { file, why }),
          hint: messageFor('template.do-name-file'),
        },
      ];
    }),
};

function whyUnfit(build: IndexedBuild, file: string): Message | undefined {
  const parents = file.split('/').map((_, at, names) => names.slice(0, at).join('/'));
  if (parents.some((parent) => parent !== '' && build.at(parent)?.type === 'link')) return messageFor('template.link');
  const entry = build.at(file);
  if (entry === undefined) {
    const left = build.leftOut.find((each) => each.entry.path === build.root + file);
    if (left !== undefined) return messageFor('doctor.left-out-by-rule', { rule: left.by.rule.pattern });
    return messageFor('template.not-there');
  }
  if (entry.type === 'link') return messageFor('template.link');
  if (entry.type !== 'file') return messageFor('template.no-file');
  if (entry.size <= MOST_TEMPLATE_BYTES) return undefined;
  return messageFor('template.too-large', { size: size(entry.size), limit: size(MOST_TEMPLATE_BYTES) });
}
