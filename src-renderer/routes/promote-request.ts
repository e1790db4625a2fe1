// Asks for the sheet that promotes a version, from wherever a version, a build or a namespace is shown. The sheet answers.
import { create } from 'zustand';

/** The ends that are known where the sheet is asked for. */
export type PromoteRequest = {
  fromInstance?: string | undefined;
  fromGame?: string | undefined;
  version?: string | undefined;
  toInstance?: string | undefined;
  toGame?: string | undefined;
};

/** The newest request. */
export const usePromoteRequest = create<{ request: PromoteRequest | undefined }>(() => ({ request: undefined }));

/** Opens the sheet for the ends that are known here. */
export function requestPromotion(request: PromoteRequest): void {
  usePromoteRequest.setState({ request: { ...request } });
}
