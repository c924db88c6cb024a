/** The measurement of a real work tree, as the stamp takes it. */
import { measure, type MeasureOptions, type Measurement } from '../../src/workspace/measure.ts';
import { findRepository } from '../../src/workspace/repository.ts';

export async function measured(root: string, options: Partial<MeasureOptions> = {}): Promise<Measurement> {
  return measure(await findRepository(root), { exclude: () => false, include: [], ...options });
}
