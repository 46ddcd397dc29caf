import { useMemo, useRef } from 'preact/hooks';
import { LogGate } from '../history/log-gate.tsx';
import type { ReadLog } from '../history/read-log.ts';
import type { CompanyFile } from '../support/answers.ts';
import type { Format } from '../support/format.ts';
import { useScene } from '../support/scene.ts';
import { Table, type TableColumn } from '../support/table.tsx';
import { isWord } from '../support/words.ts';
import { DigitChart } from './digit-chart.tsx';
import { QUESTIONS, type Column, type Finding, type Question, type QuestionName } from './questions.ts';

const NAMES = Object.keys(QUESTIONS) as QuestionName[];

/** Columns that yield where there is little room, and those that are left out. */
const WIDE: ReadonlySet<string> = new Set(['label', 'party', 'detail']);
const EXTRA: ReadonlySet<string> = new Set(['date', 'user', 'before', 'recorded', 'days', 'filed']);

const FIGURES: ReadonlySet<Column['kind']> = new Set(['amount', 'count', 'share']);

/** The days of a period and the amount of an invoice, as the reader writes them. */
const detailOf = (detail: string, format: Format): string =>
  detail
    .replace(/^(\d{4}-\d\d-\d\d) – (\d{4}-\d\d-\d\d)$/, (_, from: string, to: string) =>
      [from, to].map(format.day).join(' – '),
    )
    .replace(/ (\d+\.\d\d)$/, (_, amount: string) => ` ${format.amount(amount)}`);

/** One click each. */
export function QuestionsView({ file }: { readonly file: CompanyFile }) {
  const { say } = useScene();
  return (
    <>
      <h2>{say('questions')}</h2>
      <LogGate isEager>{(log) => <Asked file={file} log={log} />}</LogGate>
    </>
  );
}

function Asked({ file, log: { facts } }: { readonly file: CompanyFile; readonly log: ReadLog }) {
  const { say, format, place, shift, go, userName } = useScene();
  const asked = NAMES.find((name) => name === place.question) ?? NAMES[0]!;
  const question: Question = QUESTIONS[asked];
  const findings = useMemo(
    () => question.answer(facts, file.country_pack).map((finding, index) => ({ ...finding, key: index })),
    [question, facts],
  );
  const shownAs = ({ name, kind }: Column): TableColumn<Finding> => ({
    name,
    label: isWord(name) ? say(name) : name,
    isFigure: FIGURES.has(kind),
    isWide: WIDE.has(name),
    // Where there is a finding, it says more than the label.
    isExtra: EXTRA.has(name) || (name === 'label' && question.columns.some((column) => column.name === 'why')),
    value({ cells }) {
      const cell = cells[name] ?? '';
      if (kind === 'user') return cell === 0 ? '' : userName(Number(cell));
      return kind === 'text' && name === 'why' && isWord(String(cell)) ? say(cell as 'night') : cell;
    },
    ...(name === 'detail' && { shown: ({ cells }) => detailOf(String(cells[name] ?? ''), format) }),
    ...(kind === 'share' && { shown: ({ cells }) => format.share(Number(cells[name] ?? 0), 1) }),
    ...(kind === 'amount' && { shown: ({ cells }) => format.amount(String(cells[name] ?? '')) }),
    ...(kind === 'date' && { shown: ({ cells }) => format.day(String(cells[name] ?? '')) }),
    ...(kind === 'moment' && { shown: ({ cells }) => format.minute(String(cells[name] ?? '')) }),
  });
  const answer = useRef<HTMLDivElement>(null);
  const ask = (name: QuestionName): void => {
    shift({ question: name });
    // On a narrow screen the answer stands below the questions.
    if ((answer.current?.getBoundingClientRect().top ?? 0) > innerHeight / 2) answer.current?.scrollIntoView();
  };
  const opens = findings.some(({ entryId, operationId }) => entryId !== undefined || operationId !== undefined);
  const open = ({ entryId, operationId }: Finding): void => {
    const here = { file: place.file, view: place.view, at: place.at, question: place.question };
    if (entryId !== undefined) go({ ...here, entry: String(entryId) });
    else if (operationId) go({ ...here, operation: operationId });
  };
  return (
    <div class="asked">
      <ul class="questions">
        {NAMES.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === asked} onClick={() => ask(name)}>
              {say(`q_${name}`)}
            </button>
          </li>
        ))}
      </ul>
      <div ref={answer}>
        <h3>{say(`q_${asked}`)}</h3>
        {asked === 'benford' && <DigitChart entries={facts.entries} />}
        <Table
          key={asked}
          name={asked}
          caption={say(`q_${asked}`)}
          rows={findings}
          keyOf={({ key }) => key}
          columns={question.columns.map(shownAs)}
          {...(opens && { onOpen: open })}
        />
      </div>
    </div>
  );
}
