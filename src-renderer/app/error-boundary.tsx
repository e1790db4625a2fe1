// Catches an error in drawing, so that the window is never blank: says what happened, what stays safe, and how to go on.
import { Component, type ReactNode } from 'react';
import shared from '../design/shared.module.css';
import { StateGlyph } from '../design/state-glyph.tsx';
import { t } from '../text/t.ts';
import buttonStyles from '../ui/button.module.css';
import { classNames } from '../ui/class-names.ts';
import { copyText } from '../ui/copy-text.ts';
import styles from './error-boundary.module.css';

type Props = {
  where: 'page' | 'window';
  /** Which page it holds: another one is drawn, whatever went wrong in the one before. */
  page?: string;
  children: ReactNode;
};
type State = { error: Error | undefined; page?: string | undefined };

/** Draws its children, or what went wrong in them. Uses no component that could itself be what failed. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromProps({ page }: Props, state: State): State | null {
    return page === state.page ? null : { error: undefined, page };
  }

  static getDerivedStateFromError(thrown: unknown): Pick<State, 'error'> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const details = `${error.name}: ${error.message}\n${error.stack ?? ''}`;
    return (
      <div className={classNames(styles.crashed, this.props.where === 'window' && styles.inWindow)} role="alert">
        <h1>
          <StateGlyph state="crashed" />
          {this.props.where === 'page'
            ? t('This page could not be displayed')
            : t('This window could not be displayed')}
        </h1>
        <p>{t('Only the window is affected. Local and its servers keep running, and nothing is lost.')}</p>
        <p className={classNames(shared.mono, shared.selectable, styles.cause)}>{error.message}</p>
        <div className={shared.actionRow}>
          <button
            type="button"
            data-slot="button primary-button"
            className={classNames(buttonStyles.button, buttonStyles.primary)}
            onClick={() => location.reload()}
          >
            {t('Reload the window')}
          </button>
          <button
            type="button"
            data-slot="button"
            className={buttonStyles.button}
            onClick={() => void copyText(details)}
          >
            {t('Copy details')}
          </button>
        </div>
      </div>
    );
  }
}
