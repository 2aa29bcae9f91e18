import { client } from '../../session/client.ts';
import { saveFile } from '../../ui/save-file.ts';

/** Downloads all data about a person as a file. */
export async function saveDataOf(user: string, name: string): Promise<void> {
  const response = await client.users.data({ params: { user } });
  saveFile(await response.blob(), `licet-${name}.ndjson`);
}
