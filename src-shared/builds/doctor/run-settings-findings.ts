// Finds what slipway.json asks for that this build cannot give: a server with one of these does not start.
import { folderAround, plainBuildPath } from '../../service/build-paths.ts';
import { MOST_TEMPLATE_BYTES, PLACE } from '../../service/places.ts';
import { size } from '../../size-text.ts';
import { type Message, messageFor } from '../../text/message.ts';
import type { FindingRule } from './findings-input.ts';
import type { IndexedBuild } from './indexed.ts';

/** A folder to keep is a file or a link. */
export const unfitKeep: FindingRule = {
  code: 'unfit_keep',
  find: ({ build, manifest: { manifest } }) =>
    (manifest?.keep ?? []).flatMap((keep) => {
      const names = plainBuildPath(keep).split('/');
      const steps = names.map((_, at) => names.slice(0, at + 1).join('/'));
      const isOther = steps.some((step) => {
        const type = build.at(step)?.type;
        return type === 'file' || type === 'link';
      });
      if (!isOther) return [];
      return [
        {
          severity: 'block',
          path: build.root + plainBuildPath(keep),
          sentence: messageFor('kept.no-folder-in-build', { name: keep }),
          hint: messageFor('doctor.do-name-folder'),
        },
      ];
    }),
};

/** An argument wants the number of a port that is not asked for. Without any ports they may come from elsewhere. */
export const unknownPort: FindingRule = {
  code: 'unknown_port',
  find: ({ manifest: { manifest } }) => {
    const ports = Object.keys(manifest?.ports ?? {});
    if (ports.length === 0) return [];
    const places = (manifest?.arguments ?? []).flatMap((word) => [...word.matchAll(PLACE)]);
    return places
      .filter(({ groups }) => groups?.['name'] !== undefined && !ports.includes(groups['name']))
      .map(([place]) => ({
        severity: 'block',
        sentence: messageFor('start.no-such-port-for-place', { place, ports: ports.join(', ') }),
        hint: messageFor('doctor.do-name-port'),
      }));
  },
};

/** A template is not there, is no file, is kept, or is too large. Whether it is a text is seen when a server starts. */
export const unfitTemplate: FindingRule = {
  code: 'unfit_template',
  find: ({ build, manifest: { manifest } }) =>
    (manifest?.templates ?? []).map(plainBuildPath).flatMap((file) => {
      const kept = folderAround(manifest?.keep ?? [], file);
      const why = kept === undefined ? whyUnfit(build, file) : messageFor('template.in-kept-folder', { folder: kept });
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
