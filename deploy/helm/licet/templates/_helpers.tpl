{{- define "licet.labels" -}}
app.kubernetes.io/name: licet
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
