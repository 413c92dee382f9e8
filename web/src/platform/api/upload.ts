type Upload = {
  method: string;
  address: string;
  headers: Headers;
  upload: FormData | Blob;
  signal?: AbortSignal | undefined;
};

/** Sends a form or a file and says how much of it has gone out, from 0 to 1, which `fetch` can't. */
export function sendWithProgress(
  { method, address, headers, upload, signal }: Upload,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = 'blob';
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('The upload was cut off.'));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(upload);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = request
    .getAllResponseHeaders()
    .split('\r\n')
    .flatMap((line): [string, string][] => {
      const [name, value] = line.split(/: (.*)/);
      return name && value ? [[name, value]] : [];
    });
  return new Response(request.status === 204 ? null : (request.response as Blob), { status: request.status, headers });
}
