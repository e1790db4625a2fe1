// What an instance does not have is said in its own sentence, not as an address that leads nowhere.
import { AppError, asAppError } from '../../src-shared/errors/app-error.ts';
import { type Ability, abilityTable } from '../../src-shared/instances/abilities.ts';

export async function orNotOffered<T>(ability: Ability, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { code } = asAppError(thrown);
    if (code !== 'API_NOT_FOUND' && code !== 'API_METHOD_NOT_ALLOWED') throw thrown;
    throw new AppError('NOT_OFFERED', abilityTable[ability].whyNot, {}, { cause: thrown });
  }
}
