// A picture of the game: as it is now, and the way to another one by choosing or dropping a file.
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import type { PictureKind } from '../../../src-shared/games/settings-bridge.ts';
import { shownAddress } from '../../../src-shared/games/shown-pictures.ts';
import shared from '../../design/shared.module.css';
import { t, words } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createPrivateDrafts } from '../../ui/drafts.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import settingsPageStyles from '../../ui/settings-page.module.css';
import { GamePicture } from '../games/game-picture.tsx';
import { type Crop, middle } from './crop.ts';
import { CropDialog } from './crop-dialog.tsx';
import styles from './game-settings.module.css';
import type { GamePlace } from './game-settings-actions.ts';
import { readPicture } from './picture-file.ts';

/** A file, and which part of it. */
const chosenPart = z.object({
  file: z.instanceof(File),
  crop: z.object({ x: z.number(), y: z.number(), zoom: z.number() }),
});
type Chosen = z.infer<typeof chosenPart>;
const { useDraft } = createPrivateDrafts('picture', chosenPart.optional());

type Props = { kind: PictureKind; place: GamePlace; url: string | undefined; off: string | undefined };

const labels = {
  logo: words({
    title: 'Logo',
    alt: 'Logo of the game',
    text: 'A square, shown in lists and beside the name. PNG, JPEG or WebP; drop a file here or choose one.',
    none: 'A tile generated from the id',
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
  const { chosen, picture, problem, take, goOn, crop, close, end } = useChosen(`${place.game_id}/${kind}`, off);
  const input = useRef<HTMLInputElement>(null);
  const { title, alt, text, none, choose, file: fileLabel } = labels[kind];
  return (
    <DropArea onFile={(file) => void take(file)}>
      <div className={classNames(styles.shown, kind === 'logo' ? styles.shownLogo : styles.shownBanner)}>
        {url === undefined ? (
          <span className={classNames(shared.faint, shared.small)}>{none}</span>
        ) : (
          <GamePicture address={shownAddress(place.instance_id, kind, url)} alt={alt} />
        )}
      </div>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
        {problem !== undefined && <InlineError title={t('This file cannot be used')}>{problem}</InlineError>}
      </div>
      <div className={styles.choose}>
        <Button icon="upload" disabledReason={off} onClick={() => input.current?.click()}>
          {choose}
        </Button>
        {chosen !== undefined && (
          <Button kind="quiet" disabledReason={off} onClick={() => void goOn()}>
            <span className={shared.ellipsis}>{t('Continue with {file}', { file: chosen.file.name })}</span>
          </Button>
        )}
      </div>
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
      {picture !== undefined && chosen !== undefined && (
        <CropDialog
          kind={kind}
          place={place}
          picture={picture}
          crop={chosen.crop}
          onCrop={crop}
          onLater={close}
          onEnd={end}
        />
      )}
    </DropArea>
  );
}

/** The file stays chosen when its dialog is closed, but not what was read of it: that is up to 256 MB. */
function useChosen(of: string, off: string | undefined) {
  const { draft: chosen, type: choose, release } = useDraft(of, undefined);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const show = async (next: Chosen) => {
    const read = await readPicture(next.file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('problem' in read) return;
    choose(next);
    setPicture(read.picture);
  };
  const take = async (file: File | undefined) => {
    if (file !== undefined && off === undefined) await show({ file, crop: middle });
  };
  const close = () => {
    picture?.close();
    setPicture(undefined);
  };
  return {
    chosen,
    picture,
    problem,
    take,
    close,
    goOn: async () => chosen && (await show(chosen)),
    crop: (crop: Crop) => chosen && choose({ ...chosen, crop }),
    end: () => {
      release();
      close();
    },
  };
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
      data-slot="setting"
      className={classNames(styles.picture, settingsPageStyles.setting)}
      data-over={isOver ? '' : undefined}
      onDragOver={drop}
      onDrop={drop}
      onDragLeave={() => setOver(false)}
    >
      {children}
    </div>
  );
}
