import type { AnswerBody } from '../../support/client.ts';
import { buildLicenceKey } from '../../support/licences.ts';

/** What scenes and requests are made of. */

let count = 0;
/** Another number each time, for what must be unique. */
export const next = (): number => (count += 1);
/** From the start again, for requests that must be the same in each run. */
export const startCounting = (): void => void (count = 0);
/** The same number of characters each time. */
export const code = (): string => `X${(next() + 36 ** 3).toString(36).toUpperCase()}`;

/** Another address each time: whoever is not signed in is counted by it. */
export const fromElsewhere = (): Readonly<Record<string, string>> => {
  const number = next();
  return { 'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` };
};

export const roomyLicence = (): string => buildLicenceKey({ users: 10_000, companies: 10_000 });

/** What is being prepared cannot be made in the demo, where it can only be looked at. */
export class BehindTheWall extends Error {}

/** The body of an answer that must be a success: what is prepared must not fail. */
export async function must(
  answer: Promise<{ readonly status: number; readonly text: string; readonly body: AnswerBody }>,
): Promise<AnswerBody> {
  const { status, text, body } = await answer;
  if (status >= 300 && body.code === 'demo_mode') throw new BehindTheWall(text);
  if (status >= 300) throw new Error(`What was being prepared was refused: ${status} ${text.slice(0, 400)}`);
  return body;
}
