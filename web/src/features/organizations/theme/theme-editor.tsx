import { defaultTheme } from '@spotter/contract/theme/theme-default.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, History, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { isChangedMeanwhile } from '#platform/forms/changed-meanwhile.ts';
import { LeaveQuestion, useLeaveGuard } from '#platform/leaving/leave-guard.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { useStickyTop } from '#ui/list/use-sticky-top.ts';
import { Banner } from '#ui/status/banner.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { BrandPanel } from './brand-panel.tsx';
import { ColorPanel } from './color-panel.tsx';
import { FontPanel } from './font-panel.tsx';
import { ImagePanel } from './images/image-panel.tsx';
import { LivePreview } from './live-preview.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SavedThemes } from './saved-themes.tsx';
import { themeKeys } from './theme.keys.ts';
import type { Theme } from './theme.queries.ts';
import { useThemeDraft } from './theme-draft.ts';

type Published = Answer<'getOrganizationTheme'>;
type Panel = 'start' | 'colors' | 'fonts' | 'images' | 'preview';
type Props = { published: Published; isBrandingOn: boolean };

/** Edits a theme beside the screens that wear it. Members see nothing of it until it is published. */
export function ThemeEditor({ published, isBrandingOn }: Props) {
  const { organization_id: id, organization_name: name } = published;
  const queryClient = useQueryClient();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const bar = useRef<HTMLDivElement>(null);
  useStickyTop(bar);
  const [panel, setPanel] = useState<Panel>('start');
  const [isPublishing, setPublishing] = useState(false);
  const { draft, base, hasChanged, isOutdated, edit, undo, redo, standOn } = useThemeDraft(published);
  const { theme } = draft;
  useUndoKeys(undo, redo);
  const guard = useLeaveGuard(hasChanged && !isPublishing);

  const publish = useMutation({
    mutationFn: () =>
      api.updateOrganizationTheme({
        params: { id },
        query: { version: isOutdated ? published.version : base },
        body: theme,
      }),
    onSuccess: (answer) => {
      queryClient.setQueryData(themeKeys.published(id), answer);
      standOn(answer.version);
      setPublishing(false);
      toasts.success('Published. Your members see it now.');
    },
    onError: (error) => {
      if (isChangedMeanwhile(error)) void queryClient.invalidateQueries({ queryKey: themeKeys.published(id) });
    },
  });
  const failure =
    publish.error && !isChangedMeanwhile(publish.error)
      ? (firstDetail(publish.error) ?? errorText(publish.error, "Couldn't publish. Try again."))
      : null;
  const showTheirs = () => {
    publish.reset();
    setPublishing(false);
    edit(published.theme);
    standOn(published.version);
  };

  const preview = <LivePreview organizationId={id} name={name} theme={theme} />;
  const panels = [
    {
      value: 'start' as const,
      label: 'Start',
      content: (
        <div className="flex flex-col gap-10">
          <BrandPanel theme={theme} onEdit={edit} />
          <SavedThemes organizationId={id} theme={theme} onLoad={edit} />
        </div>
      ),
    },
    { value: 'colors' as const, label: 'Colors', content: <ColorPanel theme={theme} onEdit={edit} /> },
    { value: 'fonts' as const, label: 'Fonts', content: <FontPanel theme={theme} onEdit={edit} /> },
    {
      value: 'images' as const,
      label: 'Images',
      content: <ImagePanel organizationId={id} theme={theme} onEdit={edit} />,
    },
    ...(isWide ? [] : [{ value: 'preview' as const, label: 'Preview', content: preview }]),
  ];

  return (
    <div className="flex flex-col gap-5">
      <div
        ref={bar}
        className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-1 border-border border-b bg-bg-main/95 px-4 py-2.5 backdrop-blur md:-mx-8 md:gap-2 md:px-8 md:pt-9"
      >
        <div className="flex flex-1 flex-col items-start gap-x-3 md:flex-row md:items-center large-text:max-md:basis-full">
          <h1 className="text-lg md:text-2xl">Theme</h1>
          {hasChanged ? <Badge tone="warning">Not published</Badge> : <Badge tone="success">Published</Badge>}
        </div>
        <IconButton label="Undo" icon={<Undo2 />} disabled={draft.past.length === 0} onClick={undo} />
        <IconButton label="Redo" icon={<Redo2 />} disabled={draft.future.length === 0} onClick={redo} />
        <Menu
          trigger={<IconButton label="More" icon={<Ellipsis />} />}
          groups={[
            [
              {
                label: 'Revert to published',
                icon: <History />,
                disabled: !hasChanged,
                onSelect: () => edit(published.theme),
              },
              {
                label: 'Reset to default',
                icon: <RotateCcw />,
                onSelect: () => edit(structuredClone(defaultTheme) as unknown as Theme),
              },
            ],
          ]}
        />
        <Button disabled={!hasChanged || !isBrandingOn} onClick={() => setPublishing(true)}>
          Publish…
        </Button>
      </div>
      {isBrandingOn ? null : (
        <Banner tone="info" title="Own branding isn't switched on for your organization">
          You can prepare and save themes. Email us to switch it on, then publish one.
        </Banner>
      )}
      {isOutdated && !isPublishing ? (
        <Banner
          tone="warning"
          title="Someone else published a theme meanwhile"
          action={
            <Button size="sm" variant="secondary" onClick={showTheirs}>
              Show theirs
            </Button>
          }
        >
          Your draft is safe. If you show theirs, Undo brings yours back.
        </Banner>
      ) : null}
      <div className="grid items-start gap-8 lg:grid-cols-[min(25rem,50%)_minmax(0,1fr)]">
        <Tabs
          label="Theme"
          tabs={panels}
          value={isWide && panel === 'preview' ? 'start' : panel}
          onChange={setPanel}
          className="min-w-0"
        />
        {isWide ? <div className="sticky top-24 min-w-0">{preview}</div> : null}
      </div>
      <PublishDialog
        open={isPublishing}
        name={name}
        published={published.theme}
        theme={theme}
        isOutdated={isOutdated}
        busy={publish.isPending}
        error={failure}
        onClose={() => {
          publish.reset();
          setPublishing(false);
        }}
        onPublish={() => publish.mutate()}
        onShowTheirs={showTheirs}
      />
      <LeaveQuestion
        guard={guard}
        title="Leave without publishing?"
        text="Your members keep seeing the old theme. Your draft stays on this device."
        action={{ label: 'Publish…', onSelect: () => setPublishing(true) }}
      />
    </div>
  );
}

const firstDetail = (error: Error) => (error instanceof ApiError ? Object.values(error.details)[0]?.[0] : undefined);

/** Ctrl+Z and Ctrl+Shift+Z, also with the keys of a Mac. A text field keeps its own. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isTyping = event.target instanceof HTMLInputElement && /^(text|url|search)$/.test(event.target.type);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
