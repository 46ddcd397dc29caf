export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
export interface Mutation extends Change {
  readonly name: string;
  /** One that finds it early. */
  readonly seed: number;
  readonly what: string;
  readonly also?: Change;
}
export const mutations: readonly Mutation[];
