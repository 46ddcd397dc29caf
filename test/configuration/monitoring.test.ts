import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../support/service.ts';

const TOKEN = 'token-of-the-operators-who-scrape-01';
/** Labels that Prometheus adds to everything it scrapes. */
const ADDED_LABELS = ['job', 'instance'];
/** `up` is recorded by Prometheus itself. */
const ADDED_METRICS = ['up'];
const WORDS = new Set(['sum', 'min', 'max', 'rate', 'topk', 'histogram_quantile', 'clamp_min', 'or']);

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Used {
  readonly place: string;
  readonly expression: string;
  /** Names shown to people, such as `{{ $labels.reason }}` and `{{reason}}`. */
  readonly shown: readonly string[];
}

const listPanels = (): readonly Panel[] =>
  (JSON.parse(read('deploy/grafana/grandlivre.json')) as { readonly panels: readonly Panel[] }).panels;

const listRules = (): readonly Rule[] =>
  (
    parse(read('deploy/prometheus/alerts.yaml')) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
  ).groups.flatMap(({ rules }) => rules);

const listDashboardUses = (): readonly Used[] =>
  listPanels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      place: title,
      expression: expr,
      shown: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!),
    })),
  );

const listAlertUses = (): readonly Used[] =>
  listRules().map(({ alert, expr, annotations }) => ({
    place: alert,
    expression: expr,
    shown: [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, name]) => name!),
  }));

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Names of the samples, each with its labels. */
function parseSamples(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const samples = new Map<string, Set<string>>();
  for (const [, name, labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = samples.get(name!) ?? new Set(ADDED_LABELS);
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    samples.set(name!, known);
  }
  return samples;
}

/** Metrics and labels of an expression that do not exist. */
function listUnknown({ expression, shown }: Used, samples: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/, */));
  const bare = expression.replace(/\bby \([^)]*\)|\{[^}]*\}|\[[^\]]*\]/g, ' ');
  const metrics = (bare.match(/(?<![\w.])[a-z_]\w*/g) ?? []).filter(
    (name) => !WORDS.has(name) && !ADDED_METRICS.includes(name),
  );
  const matched = [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, metric, matchers]) =>
    [...matchers!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => ({ metric: metric!, label: label! })),
  );
  const available = new Set([...ADDED_LABELS, ...metrics.flatMap((metric) => [...(samples.get(metric) ?? [])])]);
  return [
    ...metrics.filter((metric) => !samples.has(metric)),
    ...matched
      .filter(({ metric, label }) => samples.get(metric)?.has(label) === false)
      .map(({ metric, label }) => `${metric}{${label}}`),
    ...[...grouped, ...shown].filter((label) => !available.has(label)),
  ];
}

describe('The dashboard and the alerts', function () {
  this.timeout(60_000);
  let service: TestService;
  let samples: ReadonlyMap<string, ReadonlySet<string>>;
  before(async () => {
    service = await startTestService({ from: 'books', environment: { METRICS_TOKEN: TOKEN } });
    await service.anonymous.get('/v1/ping');
    const shown = await fetch(`${service.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    samples = parseSamples(await shown.text());
  });
  after(() => service.stop());

  for (const [name, list] of [
    ['dashboard', listDashboardUses],
    ['alerts', listAlertUses],
  ] as const)
    it(`use only metrics and labels that a running service has: ${name}`, () => {
      const unknown = list().flatMap((used) => listUnknown(used, samples).map((word) => `${used.place}: ${word}`));
      expect(unknown).to.deep.equal([]);
      expect(list()).to.have.length.above(12);
    });

  it('show every metric of Grandlivre', () => {
    const all = [...listDashboardUses(), ...listAlertUses()].map(({ expression }) => expression).join('\n');
    const own = [...samples.keys()].filter((name) => name.startsWith('grandlivre_') && !name.endsWith('_sum'));
    expect(own.filter((name) => !all.includes(name))).to.deep.equal([]);
    expect(own).to.have.length.above(15);
  });

  it('would be found wanting with a metric or a label that does not exist', () => {
    const find = (expression: string, shown: string[] = []) => listUnknown({ place: '', expression, shown }, samples);
    expect(find('sum(grandlivre_imaginary)')).to.include('grandlivre_imaginary');
    expect(find('sum by (colour) (grandlivre_queue_pending)')).to.deep.equal(['colour']);
    expect(find('grandlivre_queue_pending{colour="red"}')).to.deep.equal(['grandlivre_queue_pending{colour}']);
    expect(find('grandlivre_queue_pending', ['colour'])).to.deep.equal(['colour']);
  });

  it('have panels that do not overlap, and alerts with a severity, a summary and a description', () => {
    const cells = listPanels().flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).to.equal(cells.length);
    for (const { alert, labels, annotations } of listRules()) {
      expect(['critical', 'warning'], alert).to.include(labels.severity);
      expect(annotations, alert).to.have.all.keys('summary', 'description');
    }
  });
});
