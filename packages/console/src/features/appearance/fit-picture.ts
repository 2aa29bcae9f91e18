import { limits, pictureType } from '@licet/contract';

/** Largest sizes in pixels: enough for a logo on high-resolution screens, and for a favicon. */
const most = { logo: { width: 720, height: 120 }, icon: { width: 128, height: 128 } } as const;

/**
 * Prepares a chosen file for the request. Small PNG and WebP files are unchanged; any other picture that the browser
 * can decode, such as an SVG or a photograph, becomes a PNG.
 * @returns a `data:` URL; undefined if the browser cannot decode the picture
 */
export async function fitPicture(file: File, use: keyof typeof most): Promise<string | undefined> {
  const address = await addressOf(file);
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => undefined);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width === 0 || height === 0) return undefined;
  const side = limits.pictureSide.value;
  const asIs = pictureType.safeParse(file.type).success && file.size <= limits.pictureBytes.value;
  if (asIs && width <= side && height <= side) return address;
  // Scale vector pictures up or down to the largest size. Only scale bitmaps down.
  const room = most[use];
  const whole = Math.min(room.width / width, room.height / height);
  const scale = file.type === 'image/svg+xml' ? whole : Math.min(1, whole);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
