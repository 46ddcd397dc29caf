import { useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../support/api.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import type { Tried } from './answers.ts';
import { isComputable, toBody, type Draft, type DraftLine } from './draft.ts';

/** Amounts of a draft as the service computes them while one types. Nothing is recorded. */

export interface Live {
  /** The last amounts that could be computed. */
  readonly tried: Tried | null;
  /** Net amounts by key of the line. */
  readonly nets: ReadonlyMap<number, string>;
  /** What the service says about a field, such as `lines.0.vat_code`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const NOTHING: Live = { tried: null, nets: new Map(), errors: {} };
/** Time without typing after which the service is asked. */
const PAUSE_MS = 250;

/** A line is computed as soon as it has a price, a code and an account. */
const isComplete = ({ unitPrice, vatCode, account }: DraftLine): boolean =>
  unitPrice !== '' && vatCode !== '' && account !== '';

export function useTried(draft: Draft, own: string): Live {
  const { api, place, language } = useConsole();
  const [live, setLive] = useState<Live>(NOTHING);
  const path = `${getFilePath(place)}/documents`;
  useEffect(() => {
    const lines = draft.lines.filter(isComplete);
    if (!isComputable(draft) || lines.length === 0) return setLive(NOTHING);
    const control = new AbortController();
    const named = lines.map((line) => ({ ...line, description: line.description.trim() || '-' }));
    const timer = setTimeout(() => {
      const { lines: sent, ...head } = toBody({ ...draft, lines: named }, own);
      const body = { ...head, lines: (sent as readonly object[]).map(omitId), force: true, dry_run: true };
      tryDraft(api.send<{ document: Tried }>('POST', path, { body }), draft, lines).then(
        (next) => !control.signal.aborted && setLive((before) => ({ ...before, ...next })),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [JSON.stringify(draft), language]);
  return live;
}

const omitId = ({ id: _recorded, ...line }: { readonly id?: unknown }): object => line;

async function tryDraft(
  sending: Promise<{ readonly body: { readonly document: Tried } }>,
  draft: Draft,
  lines: readonly DraftLine[],
): Promise<Partial<Live>> {
  try {
    const { document } = (await sending).body;
    const nets = new Map(lines.map(({ key }, index) => [key, document.lines[index]!.amount_net]));
    return { tried: document, nets, errors: {} };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { errors: renumber(error.errors, draft, lines) };
  }
}

/** The service has seen only the complete lines: `lines.0` may be another one in the form. */
function renumber(errors: Live['errors'], draft: Draft, lines: readonly DraftLine[]): Live['errors'] {
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => {
      const [, index, rest] = /^lines\.(\d+)(.*)$/.exec(field) ?? [];
      const line = index === undefined ? undefined : lines[Number(index)];
      return [line ? `lines.${draft.lines.indexOf(line)}${rest}` : field, messages];
    }),
  );
}
