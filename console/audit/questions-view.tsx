import { useMemo, useRef } from 'preact/hooks';
import type { CountryCode } from '../../domain/country-packs/pack.ts';
import { LogGate } from '../history/log-gate.tsx';
import type { ReadLog } from '../history/read-log.ts';
import type { CompanyFile } from '../support/answers.ts';
import type { Format } from '../support/format.ts';
import { Empty } from '../components/empty.tsx';
import { useConsole } from '../support/scene.ts';
import { Table, type TableColumn } from '../support/table.tsx';
import { isWord } from '../support/words.ts';
import type { Facts } from './facts.ts';
import { DigitChart } from './digit-chart.tsx';
import type { Column, Finding, Question } from './finding.ts';
import { QUESTIONS, type QuestionName } from './questions.ts';
import { sayIn } from './words.ts';

const NAMES = Object.keys(QUESTIONS) as QuestionName[];

/** Columns that shrink on narrow screens, and columns that are hidden there. */
const WIDE: ReadonlySet<string> = new Set(['label', 'party', 'detail']);
const EXTRA: ReadonlySet<string> = new Set(['times', 'date', 'user', 'before', 'recorded', 'days', 'filed']);

const FIGURES: ReadonlySet<Column['kind']> = new Set(['amount', 'count', 'share']);

/** Formats the dates of a period and the amount of an invoice for the reader. */
const formatDetail = (detail: string, format: Format): string =>
  detail
    .replace(/^(\d{4}-\d\d-\d\d) – (\d{4}-\d\d-\d\d)$/, (_, from: string, to: string) =>
      [from, to].map(format.day).join(' – '),
    )
    .replace(/ (\d+\.\d\d)$/, (_, amount: string) => ` ${format.amount(amount)}`);

/** Audit questions, each answered with one click. */
export function QuestionsView({ file }: { readonly file: CompanyFile }) {
  const { say } = useConsole();
  return (
    <>
      <h2>{say('questions')}</h2>
      <LogGate isEager>{(log) => <Asked file={file} log={log} />}</LogGate>
    </>
  );
}

const answerAll = (facts: Facts, country: CountryCode): ReadonlyMap<QuestionName, readonly Finding[]> =>
  new Map(NAMES.map((name) => [name, (QUESTIONS[name] as Question).answer(facts, country)]));

function FindingCount({ count }: { readonly count: number }) {
  const { format, language } = useConsole();
  const told = sayIn(language)(count === 1 ? 'finding' : 'findings', { count: format.count(count) });
  return (
    <span class={count === 0 ? 'badge' : 'badge warn'}>
      <span aria-hidden="true">{format.count(count)}</span>
      <span class="unseen">{told}</span>
    </span>
  );
}

function Asked({ file, log: { facts } }: { readonly file: CompanyFile; readonly log: ReadLog }) {
  const { say, format, place, replacePlace, goTo, getUserName, language } = useConsole();
  const tell = sayIn(language);
  const asked = NAMES.find((name) => name === place.question) ?? NAMES[0]!;
  const question: Question = QUESTIONS[asked];
  const answers = useMemo(() => answerAll(facts, file.country_pack), [facts]);
  const findings = useMemo(
    () => answers.get(asked)!.map((finding, index) => ({ ...finding, key: index })),
    [answers, asked],
  );
  const toTableColumn = ({ name, kind }: Column): TableColumn<Finding> => ({
    name,
    label: isWord(name) ? say(name) : name,
    isFigure: FIGURES.has(kind),
    // A duplicate names several entries.
    isWide: WIDE.has(name) || (name === 'entry' && asked === 'gaps'),
    // If there is a reason column, it says more than the label.
    isExtra: EXTRA.has(name) || (name === 'label' && question.columns.some((column) => column.name === 'why')),
    getValue({ cells }) {
      const cell = cells[name] ?? '';
      if (kind === 'user') return cell === 0 ? '' : getUserName(Number(cell));
      if (kind !== 'text' || name !== 'why') return cell;
      return cell === 'too_often' || cell === 'too_rarely'
        ? tell(cell)
        : isWord(String(cell))
          ? say(cell as 'night')
          : cell;
    },
    ...(name === 'detail' && { renderCell: ({ cells }) => formatDetail(String(cells[name] ?? ''), format) }),
    ...(kind === 'share' && { renderCell: ({ cells }) => format.share(Number(cells[name] ?? 0), 1) }),
    ...(kind === 'amount' && { renderCell: ({ cells }) => format.amount(String(cells[name] ?? '')) }),
    ...(kind === 'date' && { renderCell: ({ cells }) => format.day(String(cells[name] ?? '')) }),
    ...(kind === 'moment' && { renderCell: ({ cells }) => format.minute(String(cells[name] ?? '')) }),
  });
  const answer = useRef<HTMLDivElement>(null);
  const selectQuestion = (name: QuestionName): void => {
    replacePlace({ question: name });
    // On a narrow screen the answer is below the questions.
    if ((answer.current?.getBoundingClientRect().top ?? 0) > innerHeight / 2) answer.current?.scrollIntoView();
  };
  const opens = findings.some(({ entryId, operationId }) => entryId !== undefined || operationId !== undefined);
  const openFinding = ({ entryId, operationId }: Finding): void => {
    const here = { file: place.file, view: place.view, at: place.at, question: place.question };
    if (entryId !== undefined) goTo({ ...here, entry: String(entryId) });
    else if (operationId) goTo({ ...here, operation: operationId });
  };
  return (
    <div class="asked">
      <ul class="questions">
        {NAMES.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === asked} onClick={() => selectQuestion(name)}>
              <span>{say(`q_${name}`)}</span> <FindingCount count={answers.get(name)!.length} />
            </button>
          </li>
        ))}
      </ul>
      <div ref={answer}>
        <h3>{say(`q_${asked}`)}</h3>
        <p class="quiet">{tell(`help_${asked}`)}</p>
        {asked === 'benford' && <DigitChart entries={facts.entries} />}
        {findings.length === 0 ? (
          <Empty title={tell('no_findings')}>
            <p>{tell('no_findings_help')}</p>
          </Empty>
        ) : (
          <Table
            key={asked}
            name={asked}
            caption={say(`q_${asked}`)}
            rows={findings}
            getKey={({ key }) => key}
            columns={question.columns.map(toTableColumn)}
            {...(opens && { onOpen: openFinding })}
          />
        )}
      </div>
    </div>
  );
}
