// Runs something that may refuse, and answers the refusal instead of throwing it.
import { type AppError, asAppError } from '../../../src-shared/errors/app-error.ts';

export function refusalOf(run: () => void): AppError | undefined {
  try {
    run();
    return undefined;
  } catch (thrown) {
    return asAppError(thrown);
  }
}
