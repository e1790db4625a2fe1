// A picture of the game: as it is now, and the way to another one by choosing or dropping a file.
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { PictureKind } from '../../../src-shared/games/settings-bridge.ts';
import { shownAddress } from '../../../src-shared/games/shown-pictures.ts';
import { t, words } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { CropDialog } from './crop-dialog.tsx';
import type { GamePlace } from './game-settings-actions.ts';
import { readPicture } from './picture-file.ts';

type Props = { kind: PictureKind; place: GamePlace; url: string | undefined; off: string | undefined };

const told = {
  logo: words({
    title: 'Logo',
    alt: 'Logo of the game',
    text: 'A square, shown in lists and beside the name. PNG, JPEG or WebP; drop a file here or choose one.',
    none: 'A tile made of the id',
    choose: 'Choose a logo',
    file: 'File of the logo',
  }),
  banner: words({
    title: 'Banner',
    alt: 'Banner of the game',
    text: 'Wide, 16 to 9, for store pages and launchers that ask for it. PNG, JPEG or WebP; drop a file here or choose one.',
    none: 'None yet',
    choose: 'Choose a banner',
    file: 'File of the banner',
  }),
} as const;

/** What is wrong with a file stands here, under the picture. */
export function PictureSetting({ kind, place, url, off }: Props) {
  const { chosen, problem, take, close } = useChosen(off);
  const input = useRef<HTMLInputElement>(null);
  const { title, alt, text, none, choose, file: fileLabel } = told[kind];
  return (
    <DropArea onFile={(file) => void take(file)}>
      <div className={`gset-shown gset-${kind}`}>
        {url === undefined ? (
          <span className="faint small">{none}</span>
        ) : (
          <img src={shownAddress(place.instanceId, kind, url)} alt={alt} />
        )}
      </div>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
        {problem !== undefined && <InlineError title={t('This file can not be used')}>{problem}</InlineError>}
      </div>
      <Button icon="upload" offReason={off} onClick={() => input.current?.click()}>
        {choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={fileLabel}
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
