// Chooses the part of a picture that is shown: dragged, or moved with the arrows, and nearer by a slider. Then sends it.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { PictureKind } from '../../../src-shared/games/settings-bridge.ts';
import shared from '../../design/shared.module.css';
import { phrase, t, words } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { customProperty } from '../../ui/custom-property.ts';
import dialogStyles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { say } from '../../ui/notices/notices-actions.ts';
import sliderStyles from '../../ui/slider.module.css';
import { type Crop, MOST_ZOOM, movedCrop, partOf } from './crop.ts';
import styles from './game-settings.module.css';
import { type GamePlace, sendPicture } from './game-settings-actions.ts';
import { drawPart, pictureFile, pictureSizes } from './picture-file.ts';

const STEP = 0.05;

const labels = {
  logo: words({
    title: 'Set the logo',
    stays: 'The logo was not changed',
    set: 'Set logo',
    done: 'The logo is set',
    area: 'Preview of the logo. Arrow keys move the picture.',
  }),
  banner: words({
    title: 'Set the banner',
    stays: 'The banner was not changed',
    set: 'Set banner',
    done: 'The banner is set',
    area: 'Preview of the banner. Arrow keys move the picture.',
  }),
} as const;

type Props = {
  kind: PictureKind;
  place: GamePlace;
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (crop: Crop) => void;
  /** Closed, and perhaps opened again. */
  onLater: () => void;
  /** Sent, or given up. */
  onEnd: () => void;
};

/** What is chosen stays when sending fails, and when it is closed by Escape. */
export function CropDialog({ kind, place, picture, crop, onCrop, onLater, onEnd }: Props) {
  const { send, isBusy, problem } = useSending({ kind, place, picture, crop, onEnd });
  const size = pictureSizes[kind];
  const isSmall = partOf(picture, size, crop).width < size.width / 2;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onLater()}
      title={labels[kind].title}
      text={t('Drag the picture, or use the arrow keys, to choose the part that is shown.')}
      wide
    >
      <div className={classNames(styles.crop, dialogStyles.body)}>
        <CropArea kind={kind} picture={picture} crop={crop} onCrop={onCrop} />
        <label className={classNames(styles.zoom, shared.small)}>
          <span>{t('Zoom')}</span>
          <input
            type="range"
            className={sliderStyles.slider}
            style={customProperty('--v', `${((crop.zoom - 1) / (MOST_ZOOM - 1)) * 100}%`)}
            min={1}
            max={MOST_ZOOM}
            step={0.05}
            value={crop.zoom}
            onChange={({ target }) => onCrop(movedCrop(picture, size, crop, { zoom: Number(target.value) }))}
          />
        </label>
        {isSmall && (
          <p className={classNames(shared.small, shared.wait)}>
            {t('This part has few pixels and will look blurred.')}
          </p>
        )}
        {problem !== undefined && <InlineError title={labels[kind].stays}>{problem}</InlineError>}
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={onEnd}>{t('Cancel')}</Button>
        <Button kind="primary" busy={isBusy} onClick={() => void send()}>
          {labels[kind].set}
        </Button>
      </div>
    </Dialog>
  );
}

function useSending({ kind, place, picture, crop, onEnd }: Omit<Props, 'onCrop' | 'onLater'>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    const file = await pictureFile(kind, picture, partOf(picture, pictureSizes[kind], crop));
    const found = await sendPicture(place, kind, file);
    setBusy(false);
    setProblem(found);
    if (found !== undefined) return;
    say({
      state: 'done',
      title: labels[kind].done,
      detail: phrase('Everybody who follows the game sees it now.'),
    });
    onEnd();
  };
  return { send, isBusy, problem };
}

type AreaProps = { kind: PictureKind; picture: ImageBitmap; crop: Crop; onCrop: (crop: Crop) => void };

const arrows: Readonly<Record<string, { x?: number; y?: number }>> = {
  ArrowLeft: { x: -STEP },
  ArrowRight: { x: STEP },
  ArrowUp: { y: -STEP },
  ArrowDown: { y: STEP },
};

function CropArea({ kind, picture, crop, onCrop }: AreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = pictureSizes[kind];
  useEffect(() => {
    if (canvas.current !== null) drawPart(canvas.current, picture, partOf(picture, size, crop));
  }, [picture, size, crop]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { clientWidth, clientHeight } = event.currentTarget;
    const by = { x: -event.movementX / clientWidth, y: -event.movementY / clientHeight };
    onCrop(movedCrop(picture, size, crop, by));
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onCrop(movedCrop(picture, size, crop, by));
  };
  return (
    <canvas
      ref={canvas}
      className={classNames(styles.canvas, kind === 'logo' ? styles.canvasLogo : styles.canvasBanner)}
      width={size.width}
      height={size.height}
      // An image that can be moved: the arrows do what dragging does.
      role="img"
      tabIndex={0}
      aria-label={labels[kind].area}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
