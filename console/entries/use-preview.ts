import { useEffect, useState } from 'preact/hooks';
import { ApiProblem } from '../support/api.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import type { EntryPreview } from './answers.ts';
import { isComplete, toBody, type EntryDraft } from './draft.ts';

/** What the service would post, with VAT and number; or why it would not. */
export interface Previewed {
  readonly preview: EntryPreview | null;
  readonly problem: ApiProblem | null;
}

const NOTHING: Previewed = { preview: null, problem: null };
/** Time without typing after which the service is asked. */
const PAUSE_MS = 250;

/** Asks the service as soon as the draft is complete. An answer to an earlier draft is dropped. */
export function usePreview(draft: EntryDraft): Previewed {
  const { api, place } = useConsole();
  const [previewed, setPreviewed] = useState<Previewed>(NOTHING);
  const asked = isComplete(draft) ? JSON.stringify({ kind: draft.kind, ...toBody(draft) }) : null;
  useEffect(() => {
    if (asked === null) return setPreviewed(NOTHING);
    let isCurrent = true;
    const show = (next: Previewed): void => {
      if (isCurrent) setPreviewed(next);
    };
    const timer = setTimeout(() => {
      api
        .send<EntryPreview>('POST', `${getFilePath(place)}/entries/preview`, { body: JSON.parse(asked) as object })
        .then(
          ({ body }) => show({ preview: body, problem: null }),
          (error: unknown) => show({ preview: null, problem: error instanceof ApiProblem ? error : null }),
        );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [asked, api]);
  return asked === null ? NOTHING : previewed;
}
