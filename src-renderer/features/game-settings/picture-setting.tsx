// A picture of the game: as it is now, and the way to another one by choosing or dropping a file.
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { PictureKind } from '../../../src-shared/games/settings-bridge.ts';
import { Button } from '../../ui/button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { CropDialog } from './crop-dialog.tsx';
import type { GamePlace } from './game-settings-actions.ts';
import { readPicture } from './picture-file.ts';

type Props = { kind: PictureKind; place: GamePlace; url: string | undefined; off: string | undefined };

const words = {
  logo: { title: 'Logo', text: 'A square, shown in lists and beside the name.', none: 'A tile made of the id' },
  banner: { title: 'Banner', text: 'Wide, 16 to 9, for store pages and launchers that ask for it.', none: 'None yet' },
} as const;

/** What is wrong with a file stands here, under the picture. */
export function PictureSetting({ kind, place, url, off }: Props) {
  const { chosen, problem, take, close } = useChosen(off);
  const input = useRef<HTMLInputElement>(null);
  const { title, text, none } = words[kind];
  return (
    <DropArea onFile={(file) => void take(file)}>
      <div className={`gset-shown gset-${kind}`}>
        {url === undefined ? (
          <span className="faint small">{none}</span>
        ) : (
          <img src={url} alt={`${title} of the game`} />
        )}
      </div>
      <div>
        <h3>{title}</h3>
        <p>{text} PNG, JPEG or WebP; drop a file here or choose one.</p>
        {problem !== undefined && <InlineError title="This file can not be used">{problem}</InlineError>}
      </div>
      <Button icon="upload" offReason={off} onClick={() => input.current?.click()}>
        Choose a {kind}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File of the ${kind}`}
        accept="image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {chosen !== undefined && <CropDialog kind={kind} place={place} picture={chosen} onClose={close} />}
    </DropArea>
  );
}

function useChosen(off: string | undefined) {
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined || off !== undefined) return;
    const read = await readPicture(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('picture' in read) setChosen(read.picture);
  };
  const close = () => {
    chosen?.close();
    setChosen(undefined);
  };
  return { chosen, problem, take, close };
}

/** A file that is dropped here is a picture, and no build for the window. */
function DropArea({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') onFile(event.dataTransfer.files[0]);
  };
  return (
    <div
      className="setting gset-picture"
      data-over={isOver ? '' : undefined}
      onDragOver={drop}
      onDrop={drop}
      onDragLeave={() => setOver(false)}
    >
      {children}
    </div>
  );
}
