// Labels and annotations that a server gives itself through the SDK. As in Agones they stand under a prefix.
import { SdkError } from './sdk-error.ts';
import { MOST_ANNOTATION_LENGTH, MOST_KEY_LENGTH, MOST_LABEL_LENGTH, MOST_LABELS } from './sdk-settings.ts';

const PREFIX = 'agones.dev/sdk-';

export function createMetadata(onChanged: () => void) {
  const labels = new Map<string, string>();
  const annotations = new Map<string, string>();
  const setter = (what: string, kept: Map<string, string>, longest: number) => (key: string, value: string) => {
    if (key === '' || key.length > MOST_KEY_LENGTH) {
      throw new SdkError('invalid', `The key of ${what} has 1 to ${MOST_KEY_LENGTH} characters.`);
    }
    if (value.length > longest)
      throw new SdkError('invalid', `The value of ${what} has at most ${longest} characters.`);
    if (!kept.has(key) && kept.size >= MOST_LABELS) {
      throw new SdkError('exhausted', `A server has at most ${MOST_LABELS} of these.`);
    }
    if (kept.get(key) === value) return;
    kept.set(key, value);
    onChanged();
  };
  const prefixed = (kept: ReadonlyMap<string, string>) =>
    Object.fromEntries([...kept].map(([key, value]) => [`${PREFIX}${key}`, value]));
  return {
    setLabel: setter('a label', labels, MOST_LABEL_LENGTH),
    setAnnotation: setter('an annotation', annotations, MOST_ANNOTATION_LENGTH),
    message: () => ({
      ...(annotations.size === 0 ? {} : { annotations: prefixed(annotations) }),
      ...(labels.size === 0 ? {} : { labels: prefixed(labels) }),
    }),
    view: () => ({ labels: Object.fromEntries(labels), annotations: Object.fromEntries(annotations) }),
  };
}
