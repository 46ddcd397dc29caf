export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
export interface Mutation extends Change {
  readonly name: string;
  readonly what: string;
  readonly also?: Change;
}
export const mutations: readonly Mutation[];
