import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import type { GoldenYear } from './support.ts';

interface Box {
  readonly code: string;
  readonly amount: string | null;
  readonly previous: string | null;
}

interface Rubric {
  readonly code: string;
  readonly amount: string;
  readonly previous_amount: string | null;
}

/**
 * Compares every form with the report of the same scheme: each rubric known to both has the same amounts, and these are
 * most rubrics.
 */
export async function expectSameAccounts(
  { patch, get, file }: GoldenYear,
  forms: Readonly<Record<string, 'full' | 'abbreviated' | 'micro'>>,
): Promise<void> {
  const path = `/annual-filings/${file.fiscalYearId}`;
  for (const [form, scheme] of Object.entries(forms)) {
    const filing = await patch(path, { form });
    const query = `fiscal_year_id=${file.fiscalYearId}&scheme=${scheme}&with_zero=true`;
    const report = await get(`/reports/annual-accounts?${query}`);
    const rubrics = (report['statements'] as { rows: Rubric[] }[]).flatMap(({ rows }) => rows);
    const boxes = new Map((filing['boxes'] as Box[]).map((box) => [box.code, box]));
    const shared = rubrics.flatMap((rubric) => {
      const box = boxes.get(rubric.code);
      return box ? [{ rubric, box }] : [];
    });
    expect(shared.length, form).to.be.above(rubrics.length * 0.7);
    expect(shared.filter(({ box }) => Number(box.amount) !== 0).length, form).to.be.above(3);
    const different = shared.filter(
      ({ rubric, box }) => rubric.amount !== box.amount || rubric.previous_amount !== box.previous,
    );
    expect(different, form).to.deep.equal([]);
    expect(listBlocking(filing), form).to.deep.equal([]);
  }
}

const listBlocking = (filing: AnswerBody): unknown[] =>
  (filing['checks'] as { severity: string }[]).filter(({ severity }) => severity === 'blocking');
