import type { Scene } from '../http/routing/example.ts';

export const prepareYear = ({ company }: Scene) => ({ params: { fiscalYear: company.fiscalYear.id } });

export const prepareLines = (scene: Scene) => ({
  ...prepareYear(scene),
  body: { lines: [{ code: 'carried_losses', amount: '1500.00', reason: 'Loss of 2025, as assessed' }] },
});
