/**
 * Why an image is not taken: it is none, or broken; of a kind not taken; too many pixels, or too many in a line; a drawing that is too large or asks
 * for more than can be drawn.
 */
export type ImageProblem =
  | 'not_an_image'
  | 'image_type_unsupported'
  | 'image_too_many_pixels'
  | 'image_side_too_long'
  | 'svg_unsafe';

export class ImageRefused extends Error {
  readonly problem: ImageProblem;
  constructor(problem: ImageProblem, cause?: unknown) {
    super(`The image is refused: ${problem}`, { cause });
    this.name = 'ImageRefused';
    this.problem = problem;
  }
}
