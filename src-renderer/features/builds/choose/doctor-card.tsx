// The card of a chosen build, as a dialog: which one, how far it is read, or what the doctor says and where it goes.
import { t } from '../../../text/t.ts';
import { Button } from '../../../ui/button.tsx';
import dialogStyles from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { CardForm } from './card-form.tsx';
import type { CardStep } from './card-model.ts';
import { useCard } from './card-store.ts';
import styles from './choose.module.css';
import { chooseAnother, closeCard } from './choose-actions.ts';
import { ChooseStep, FolderField } from './choose-step.tsx';
import { ReadingStep } from './reading-step.tsx';

/** Is open while the store has a card. */
export function DoctorCard() {
  const { card, notice } = useCard();
  return (
    <>
      <FolderField />
      {card !== undefined && (
        <Dialog open onOpenChange={closeCard} title={titleOf(card)} wide>
          {notice !== undefined && (
            <p className={styles.notice} role="alert">
              {notice}
            </p>
          )}
          <Step card={card} />
        </Dialog>
      )}
    </>
  );
}

function titleOf(card: CardStep): string {
  switch (card.step) {
    case 'choose':
      return t('Choose a build');
    case 'reading':
      return card.name;
    case 'failed':
      return card.name;
    case 'ready':
      return card.source.name;
  }
}

function Step({ card }: { card: CardStep }) {
  switch (card.step) {
    case 'choose':
      return <ChooseStep />;
    case 'reading':
      return <ReadingStep name={card.name} progress={card.progress} />;
    case 'failed':
      return (
        <>
          <div className={dialogStyles.body}>
            <InlineError title={card.title}>{card.sentence}</InlineError>
          </div>
          <div className={dialogStyles.foot}>
            <Button onClick={closeCard}>{t('Close')}</Button>
            <Button kind="primary" onClick={chooseAnother}>
              {t('Choose another build')}
            </Button>
          </div>
        </>
      );
    case 'ready':
      return <CardForm key={card.source.source_id} source={card.source} examined={card.examined} />;
  }
}
