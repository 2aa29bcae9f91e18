export declare function filesBelow(root: string, directory?: string): string[];
export declare function read(root: string, path: string): string;
export declare function withoutComments(text: string, options?: { readonly keepStrings?: boolean }): string;
