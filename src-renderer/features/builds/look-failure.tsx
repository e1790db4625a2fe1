// Why a build could not be looked into, with the way to look again.
import { t } from '../../text/t.ts';
import { Button } from '../../ui/button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';

type Props = { title: string; message: string; onRetry: () => void };

export function LookFailure({ title, message, onRetry }: Props) {
  return (
    <InlineError
      title={title}
      actions={
        <Button small onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {message}
    </InlineError>
  );
}
