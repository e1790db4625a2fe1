// What is typed to connect a remote, what a person has to agree to first, and the device link that waits. Kept here and not in
// the form, so that nothing typed is lost when another page is opened in between.
import { create } from 'zustand';
import type { AddOutcome, DeviceLinkView } from '../../../../src-shared/instances/bridge.ts';

/** The two ways to sign in. */
export type SignIn = 'token' | 'link';

/** A question that has to be answered before a token goes anywhere. */
export type Consent = Exclude<AddOutcome, { outcome: 'added' }> & { by: SignIn };

/** What went wrong, at the field that can mend it. */
export type ConnectProblem = { field: 'url' | 'name' | 'token' | 'link'; message: string };

/** What a person agreed to, for one address only. */
export type Agreed = { trust_fingerprint?: string; allow_in_the_clear?: boolean };

type ConnectState = {
  url: string;
  /** What it is to be called; empty for its address. */
  name: string;
  token: string;
  agreed: Agreed;
  busy: SignIn | undefined;
  consent: Consent | undefined;
  problem: ConnectProblem | undefined;
  /** The page that was open when it was asked for. */
  askedAt: string | undefined;
  /** The link that was asked for from here, and all that the core knows. */
  link_id: string | undefined;
  links: DeviceLinkView[];
  /** Whether the form is open as a dialog. */
  dialog: boolean;
};

/** The form. */
export const useConnect = create<ConnectState>(() => ({
  url: '',
  name: '',
  token: '',
  agreed: {},
  busy: undefined,
  consent: undefined,
  problem: undefined,
  askedAt: undefined,
  link_id: undefined,
  links: [],
  dialog: false,
}));
