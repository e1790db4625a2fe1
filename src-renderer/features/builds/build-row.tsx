// One build in the table.
import { memo } from 'react';
import { StateGlyph } from '../../design/state-glyph.tsx';
import { classNames } from '../../ui/class-names.ts';
import { sizeWords } from '../../ui/words.ts';
import { agoWords, buildGlyph, buildStateWords, kindWords, shortHash } from './build-words.ts';
import type { BuildLine } from './builds-selectors.ts';
import { useBuilds } from './builds-store.ts';

type Props = {
  line: BuildLine;
  now: number;
  top: number;
  index: number;
  isOpen: boolean;
  isStop: boolean;
  onOpen: (buildId: string) => void;
  onStop: (index: number) => void;
};

/** Enter or a press opens it. */
export function BuildRow({ line, now, top, index, isOpen, isStop, onOpen, onStop }: Props) {
  const { id } = line.build;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter and Space are handled just below
    <div
      className={classNames('bld', isOpen && 'on')}
      role="row"
      aria-selected={isOpen}
      tabIndex={isStop ? 0 : -1}
      data-index={index}
      style={{ top }}
      onClick={() => onOpen(id)}
      onFocus={() => onStop(index)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onOpen(id);
      }}
    >
      <Cells line={line} ago={agoWords(line.made, now)} />
    </div>
  );
}

/** Drawn again only when something in it changes. */
const Cells = memo(function Cells({ line, ago }: { line: BuildLine; ago: string }) {
  const { build } = line;
  return (
    <>
      <span role="gridcell" className="b-name">
        <StateGlyph state={buildGlyph(build)} />
        <span className="cut">{build.name}</span>
        {build.state !== 'complete' && <Progress line={line} />}
      </span>
      <span role="gridcell" className="b-kind small dim cut">
        {kindWords(build)}
      </span>
      <span role="gridcell" className="num small tn">
        {sizeWords(build.content_length)}
      </span>
      <span role="gridcell" className="b-hash mono faint cut">
        {build.sha256 === undefined ? '–' : shortHash(build.sha256)}
      </span>
      <span role="gridcell" className="b-used">
        {line.runsOn.length === 0 ? (
          <span className="faint">–</span>
        ) : (
          line.runsOn.map((name) => (
            <span key={name} className="tag">
              {name}
            </span>
          ))
        )}
      </span>
      <span role="gridcell" className="num dim small tn">
        {ago}
      </span>
    </>
  );
});

function Progress({ line: { build } }: { line: BuildLine }) {
  const progress = useBuilds((state) => state.progress.get(build.id));
  return <span className="small faint cut">{buildStateWords(build, progress)}</span>;
}
