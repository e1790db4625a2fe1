// Figures as OpenMetrics text, which Prometheus and its like read. Pure.

export type Sample = { value: number; labels?: Readonly<Record<string, string>> };
export type Metric = {
  name: string;
  kind: 'counter' | 'gauge' | 'info';
  help: string;
  samples: readonly Sample[];
};

export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
/** What a sample of each kind has behind the name of its metric. */
const ENDINGS = { counter: '_total', gauge: '', info: '_info' } as const;

export function openMetricsText(metrics: readonly Metric[]): string {
  return `${metrics.map(metricText).join('')}# EOF\n`;
}

function metricText({ name, kind, help, samples }: Metric): string {
  const lines = samples.map(({ value, labels = {} }) => `${name}${ENDINGS[kind]}${labelText(labels)} ${value}\n`);
  return `# TYPE ${name} ${kind}\n# HELP ${name} ${escaped(help)}\n${lines.join('')}`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
